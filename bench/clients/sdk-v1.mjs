import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';

async function open(transport) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
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
