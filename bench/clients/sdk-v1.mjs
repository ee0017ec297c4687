import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';

async function connect(transport) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

async function open(transport) {
  const client = await connect(transport);
  await client.listTools();
  const call = (name, args) => client.callTool({ name, arguments: args });
  return { call, callRaw: call, close: () => client.close() };
}

export const openStdio = (server) => open(new StdioClientTransport(server));

export async function openInProcess(createServer) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createServer().connect(theirs);
  return open(ours);
}

/** Connects anew and gives what is to be measured: the listing of one server's tools. */
export async function prepareList(server) {
  const client = await connect(new StdioClientTransport(server));
  return {
    listTools: async () => (await client.listTools()).tools.length,
    close: () => client.close(),
  };
}

/** Prepares the start of many servers; the function it gives starts them and lists their tools. */
export async function preparePool(servers) {
  return async () => {
    const clients = await Promise.all(
      servers.map((server) => connect(new StdioClientTransport(server))),
    );
    const lists = await Promise.all(clients.map((client) => client.listTools()));
    return {
      tools: lists.flatMap(({ tools }) => tools),
      close: () => Promise.all(clients.map((client) => client.close())),
    };
  };
}
