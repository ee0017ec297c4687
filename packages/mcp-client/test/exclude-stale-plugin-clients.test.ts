import type { Scope } from '@toolpool/config';
import { createFixtureServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { excludeStalePluginClients } from '../src/index.ts';
import { openHost, tool } from './hosts.ts';
import { configured } from './servers.ts';

describe('excludeStalePluginClients', () => {
  it('parts a state from servers that are gone or changed', async () => {
    const entry = (scope: Scope) => configured(scope, { type: 'sdk', name: 'any' }, scope);
    const servers = [entry('dynamic'), entry('plugin'), entry('user'), entry('local')];
    await using host = await openHost({
      servers,
      inProcessServers: {
        any: () =>
          createFixtureServer({
            tools: [tool('t')],
            prompts: [{ name: 'p' }],
            resources: [{ uri: 'doc:1', name: 'One' }],
          }),
      },
    });
    const state = {
      clients: host.connections(),
      tools: host.toolPool(),
      commands: host.commands(),
      resources: Object.fromEntries(host.resources().map((each) => [each.server, [each]])),
      more: 1,
    };
    const fresh = excludeStalePluginClients(state, servers);
    expect(fresh).toEqual({ ...state, stale: [] });

    const changed = configured('local', { type: 'sdk', name: 'other' }, 'local');
    const parted = excludeStalePluginClients(state, [changed, entry('plugin')]);
    // One of the user's files is not gone for not being named: only its hash could tell.
    expect(parted.clients.map(({ name }) => name)).toEqual(['plugin', 'user']);
    expect(parted.stale.map(({ name }) => name)).toEqual(['dynamic', 'local']);
    expect(parted.tools.map(({ name }) => name)).toEqual([
      'ListMcpResources',
      'ReadMcpResource',
      'mcp__plugin__t',
      'mcp__user__t',
    ]);
    expect(parted.commands.map(({ server }) => server)).toEqual(['plugin', 'user']);
    expect(Object.keys(parted.resources)).toEqual(['plugin', 'user']);
    expect(parted.more).toBe(1);
    expect(state.clients).toHaveLength(4);
  });
});
