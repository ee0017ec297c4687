import { createFixtureServer } from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import { expect, it } from 'vitest';
import { createHost, type DefinitionPins, type Host } from '../src/index.ts';
import { sdkServer } from './servers.ts';

const tools = ['known', 'changed'].map((name) => ({ name, inputSchema: { type: 'object' } }));

async function openHost(block: boolean): Promise<Host> {
  const pins: DefinitionPins = {
    check: async (server, listed) => ({
      changed: new Set(['changed']),
      block,
      problems: [`${server.name}: one of ${listed.length} has changed.`],
    }),
  };
  const host = createHost({
    servers: [sdkServer('a', { tools: { exclude: ['known'] } }), sdkServer('b')],
    inProcessServers: { a: createFixtureServer({ tools }), b: createFixtureServer({ tools }) },
    permissions: { rules: parsePermissionRules({ allow: ['mcp__b'] }), mode: 'default' },
    definitionPins: pins,
  });
  await host.ready();
  return host;
}

it('fault 28: what was allowed for a tool holds no more once its definition has changed', async () => {
  await using host = await openHost(false);
  expect((await host.callTool('mcp__b__known')).isError).toBe(false);
  await expect(host.callTool('mcp__b__changed')).rejects.toMatchObject({
    code: 'TOOLPOOL_TOOL_DENIED',
    message: expect.stringContaining('changed since it was pinned'),
  });
  // The whole set is compared, whatever of it the user lets into the pool.
  const problems = host.servers().map((server) => server.problems);
  expect(problems).toEqual([['a: one of 2 has changed.'], ['b: one of 2 has changed.']]);
});

it('fault 28: a changed tool stays out of the pool where that is the policy', async () => {
  await using host = await openHost(true);
  expect(host.toolPool().map(({ name }) => name)).toEqual(['mcp__b__known']);
});
