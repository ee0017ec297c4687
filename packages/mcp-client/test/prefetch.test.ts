import { createFixtureServer } from '@toolpool/testing';
import { expect, it } from 'vitest';
import { clearServerCache, connectToServer, discoverTools, prefetch } from '../src/index.ts';
import { tool } from './hosts.ts';
import { configured, sdkServer, textOf } from './servers.ts';

it('prefetch connects servers and lists everything, so that later calls ask for nothing', async () => {
  const good = sdkServer('good');
  const bad = configured('bad', { command: 'no-such-command-anywhere' });
  const capabilities = { tools: {}, prompts: {}, resources: {} };
  const inProcessServer = () => createFixtureServer({ tools: [tool('a')], capabilities });
  const [connection, failed] = await prefetch([good, bad], { inProcessServer });
  expect(failed).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND' });
  if (connection?.type !== 'connected') throw new TypeError(connection?.type);
  const received = async () =>
    textOf(await connection.session.request('tools/call', { name: 'received' }));
  const before = await received();
  for (const list of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
    expect(before).toContain(list);
  }
  const known = await connectToServer('good', good, { inProcessServer });
  expect(known).toBe(connection);
  expect((await discoverTools(connection)).tools.map(({ name }) => name)).toEqual(['a']);
  const after: readonly unknown[] = JSON.parse(await received());
  expect(after).toHaveLength(JSON.parse(before).length + 1);
  await clearServerCache('good', good);
});
