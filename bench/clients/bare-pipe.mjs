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
