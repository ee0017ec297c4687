import { processesWithMarker, startFixtureHttpServer, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import type { Host } from '../src/index.ts';
import { eventsOf, openHost, poolNames, tool } from './hosts.ts';
import { configured, stdioServer, textOf } from './servers.ts';

let markers = 0;
const newMarker = () => `mcp-client-idle-${process.pid}-${++markers}-`;

const script = {
  tools: [tool('work'), tool('slow')],
  replies: { slow: { delayMs: 400 } },
  resources: [{ uri: 'doc:1', name: 'One' }],
  instructions: 'Work.',
};
const stateOf = (host: Host) => host.connections()[0];

const openIdle = (marker: string, idleStop: number) =>
  openHost({ servers: [stdioServer('s', script, { idleStop, env: { TEST_MARKER: marker } })] });

describe('a server with "idleStop"', () => {
  it('is stopped for want of calls, keeps what it offers, and is started once by ten calls', async () => {
    const marker = newMarker();
    await using host = await openIdle(marker, 100);
    const pool = host.toolPool();
    const seen = eventsOf(host);
    await waitUntil(() => processesWithMarker(marker).length === 0);
    expect(stateOf(host)).toMatchObject({
      type: 'pending',
      phase: 'idle',
      reason: 'It had no call for 100 ms; the next one starts it.',
    });
    expect(seen).toEqual(['stopped']);
    expect(host.toolPool()).toEqual(pool);
    expect(host.resources()).toHaveLength(1);
    expect(host.instructions()).toHaveLength(1);
    const calls = Array.from({ length: 10 }, () => host.callTool('mcp__s__work'));
    expect(new Set((await Promise.all(calls)).map(textOf))).toEqual(new Set(['ok']));
    expect(processesWithMarker(marker)).toHaveLength(1);
    await host.ready();
    expect(seen).toEqual(['stopped', 'connecting', 'connected']);
    expect(host.toolPool().every((each, index) => each === pool[index])).toBe(true);
    await waitUntil(() => processesWithMarker(marker).length === 0);
  });

  it('is not stopped while a call is in flight', async () => {
    const marker = newMarker();
    await using host = await openIdle(marker, 50);
    const seen = eventsOf(host);
    expect(textOf(await host.callTool('mcp__s__slow'))).toBe('ok');
    expect(seen.filter((name) => name === 'disconnected')).toEqual([]);
    const connection = await host.connect('s');
    if (connection.type !== 'connected') throw new TypeError(connection.type);
    // One that goes past the host counts as well.
    const params = { name: 'slow', arguments: {} };
    await connection.session.request('tools/call', params);
    await waitUntil(() => seen.at(-1) === 'stopped');
  });

  it('is started by a resource that is read', async () => {
    await using host = await openIdle(newMarker(), 50);
    await waitUntil(() => stateOf(host)?.type === 'pending');
    const read = await host.readResource('s', 'doc:1');
    expect(JSON.stringify(read.content)).toContain('content of doc:1');
  });

  it('is disconnected where it is remote', async () => {
    await using server = await startFixtureHttpServer(script);
    const entry = { type: 'http', url: server.url, idleStop: 50 };
    await using host = await openHost({ servers: [configured('s', entry)] });
    await waitUntil(() => server.requests.some(({ method }) => method === 'DELETE'));
    expect(poolNames(host)).toContain('mcp__s__work');
    expect(textOf(await host.callTool('mcp__s__work'))).toBe('ok');
  });

  it('closes with its host while it is stopped or being stopped', async () => {
    for (const idleStop of [1, 100]) {
      const marker = newMarker();
      const host = await openIdle(marker, idleStop);
      await waitUntil(() => stateOf(host)?.type === 'pending');
      await Promise.all([host.close(), host.close()]);
      expect(processesWithMarker(marker)).toEqual([]);
      expect(host.toolPool()).toEqual([]);
    }
  });
});
