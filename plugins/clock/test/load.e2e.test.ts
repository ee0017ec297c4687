import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { loadPlugin } from '@toolpool/plugin-kit';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('loads from its built folder and answers in the process of the host', async () => {
  const plugin = await loadPlugin('.', { cwd: root, projectRoot: root, dataDirectory: root });
  expect(plugin.contribution.entries).toEqual({
    clock: { type: 'sdk', name: 'plugin:clock:clock' },
  });
  const server = await plugin.inProcessServers['plugin:clock:clock']?.();
  const [mine, its] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server?.connect(its), client.connect(mine)]);
  const before = Math.floor(Date.now() / 1000);
  const { structuredContent } = await client.callTool({ name: 'current_time' });
  expect(Reflect.get(Object(structuredContent), 'unixSeconds')).toBeGreaterThanOrEqual(before);
  await client.close();
});
