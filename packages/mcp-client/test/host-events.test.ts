import { createFixtureServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createHost } from '../src/index.ts';
import { allowAll, hostOf, poolNames, tool } from './hosts.ts';
import { configured, sdkServer, stdioServer } from './servers.ts';

const inputSchema = { type: 'object' };

describe('events', () => {
  it('tell of connections, changes and calls', async () => {
    const host = createHost({
      servers: [sdkServer('s')],
      connect: 'lazy',
      inProcessServers: {
        s: () => createFixtureServer({ tools: [tool('t')], replies: { t: { progress: 1 } } }),
      },
      permissions: allowAll,
    });
    const seen: unknown[] = [];
    const names = [
      'connecting',
      'connected',
      'tools-changed',
      'resources-changed',
      'prompts-changed',
      'call-started',
      'call-progress',
      'call-ended',
      'disconnected',
    ] as const;
    for (const name of names) host.on(name, (event) => seen.push([name, event]));
    await host.connect('s');
    await host.callTool('mcp__s__t');
    await host.close();
    const call = { callId: 1, tool: 'mcp__s__t', server: 's' };
    expect(seen).toHaveLength(8);
    expect(seen).toMatchObject([
      ['connecting', { server: 's', attempt: 1, connected: {} }],
      ['connected', { server: 's', connected: { sdk: 1 } }],
      ['tools-changed', { server: 's' }],
      ['call-started', call],
      ['call-progress', { ...call, progress: { progress: 1, total: 1 } }],
      ['call-ended', { ...call, isError: false }],
      ['disconnected', { server: 's', connected: {} }],
      ['tools-changed', { server: 's' }],
    ]);
  });

  it('tell of a server that dies and is not brought back, and its tools leave the pool', async () => {
    await using host = await hostOf(
      {},
      {
        servers: [stdioServer('s', { tools: [tool('t')], replies: { t: { exit: 2 } } })],
        reconnect: false,
      },
    );
    const lost: unknown[] = [];
    host.on('disconnected', ({ server, error }) => lost.push([server, error?.code]));
    await expect(host.callTool('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
    });
    expect(lost).toEqual([['s', 'TOOLPOOL_TRANSPORT_EXITED']]);
    expect(host.connections()).toMatchObject([
      { type: 'failed', code: 'TOOLPOOL_TRANSPORT_EXITED' },
    ]);
    expect(host.toolPool()).toEqual([]);
    expect(await host.connect('s')).toMatchObject({ type: 'connected' });
    expect(poolNames(host)).toEqual(['mcp__s__t']);
  });
});

describe('exportState', () => {
  it('is plain JSON without secrets', async () => {
    const docs = { resources: [{ uri: 'doc:1', name: 'One' }], tools: [tool('do it')] };
    const down = configured('down', {
      url: 'http://user:pass-word@127.0.0.1:1/mcp?key=hidden-1',
      headers: { Authorization: 'Bearer hidden-2', 'X-Team': '${TEAM}', X: 'k${A:-hidden-5}' },
    });
    await using host = await hostOf(
      { docs },
      {
        servers: [sdkServer('docs'), down],
        env: { TEAM: 'hidden-3' },
        setAside: [
          {
            name: 'aside',
            scope: 'project',
            source: { label: '.mcp.json' },
            status: 'pending-approval',
            reason: 'It waits for approval.',
            config: stdioServer('aside', {}, { env: { KEY: 'hidden-4' } }).config,
          },
        ],
      },
    );
    const state = host.exportState();
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(state.clients).toMatchObject([
      { name: 'aside', type: 'disabled', reason: 'It waits for approval.' },
      { name: 'docs', type: 'connected', serverInfo: { name: 'fixture', version: '1.0.0' } },
      { name: 'down', type: 'failed', reason: expect.stringContaining('down') },
    ]);
    expect(state.tools.find(({ isMcp }) => isMcp)).toEqual({
      name: 'mcp__docs__do_it',
      description: '',
      inputJSONSchema: inputSchema,
      isMcp: true,
      originalToolName: 'do it',
    });
    expect(state.resources).toEqual({ docs: [{ uri: 'doc:1', name: 'One', server: 'docs' }] });
    expect(state.normalizedNames).toEqual({ aside: 'aside', docs: 'docs', down: 'down' });
    expect(state.configs.down).toMatchObject({
      scope: 'dynamic',
      headers: { Authorization: '***', 'X-Team': '${TEAM}', X: '***${A:-***}' },
    });
    expect(JSON.stringify(state)).not.toMatch(/hidden|pass-word/);
  });
});
