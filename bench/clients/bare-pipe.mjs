import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The floor: one request at a time down a pipe, the answer's bytes put together and parsed. */
export async function openStdio({ command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let lastId = 0;
  const request = (method, params) => {
    lastId += 1;
    const answer = readLine(child.stdout);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })}\n`);
    return answer;
  };
  const call = (name, args) => request('tools/call', { name, arguments: args });
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {} });
  return {
    call,
    callRaw: call,
    listTools: async () => (await request('tools/list')).tools,
    async close() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

function readLine(stream) {
  return new Promise((resolve) => {
    const chunks = [];
    const onData = (chunk) => {
      chunks.push(chunk);
      if (chunk.at(-1) !== 0x0a) return;
      stream.off('data', onData);
      resolve(JSON.parse(Buffer.concat(chunks).toString()).result);
    };
    stream.on('data', onData);
  });
}

/** As many at a time as a host starts local servers. */
const AT_ONCE = 3;

/** Prepares the start of many servers; the function it gives starts them and lists their tools. */
export async function preparePool(servers) {
  return async () => {
    const waiting = [...servers];
    const clients = [];
    const tools = [];
    const startInTurn = async () => {
      for (let server = waiting.shift(); server; server = waiting.shift()) {
        const client = await openStdio(server);
        clients.push(client);
        tools.push(...(await client.listTools()));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, startInTurn));
    return { tools, close: () => Promise.all(clients.map((client) => client.close())) };
  };
}

/** Connects anew and gives what is to be measured: the listing of one server's tools. */
export async function prepareList(server) {
  const { listTools, close } = await openStdio(server);
  return { listTools: async () => (await listTools()).length, close };
}
