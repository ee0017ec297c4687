import { createFixtureServer, processesWithMarker, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createHost, type Host } from '../src/index.ts';
import { eventsOf, openHost, poolNames, tool } from './hosts.ts';
import { configured, sdkServer, stdioServer, textOf } from './servers.ts';

let markers = 0;
const newMarker = () => `mcp-client-reconnect-${process.pid}-${++markers}-`;
const marked = (marker: string) => ({ env: { TEST_MARKER: marker } });

const stateOf = (host: Host) => host.connections()[0];
const isConnected = (host: Host) => () => stateOf(host)?.type === 'connected';

const script = {
  tools: [tool('ping'), tool('exit'), tool('hang'), tool('received')],
  replies: { exit: { exit: 3 }, hang: { hang: true } },
};

describe('a local server that dies', () => {
  it('fault 54: ping, exit, ping, ping: state, tools and process agree after each', async () => {
    const marker = newMarker();
    await using host = await openHost({ servers: [stdioServer('s', script, marked(marker))] });
    const names = poolNames(host);
    const pool = host.toolPool();
    const seen = eventsOf(host);
    const ping = async () => textOf(await host.callTool('mcp__s__ping'));
    expect(await ping()).toBe('ok');
    await expect(host.callTool('mcp__s__exit')).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
    });
    expect(stateOf(host)).toMatchObject({
      type: 'pending',
      phase: 'waiting',
      attempt: 1,
      maxAttempts: 5,
      reason: expect.stringContaining('exited with code 3'),
    });
    expect(poolNames(host)).toEqual(names);
    for (let round = 0; round < 2; round++) {
      expect(await ping()).toBe('ok');
      await host.ready();
      expect(stateOf(host)?.type).toBe('connected');
      expect(poolNames(host)).toEqual(names);
      expect(processesWithMarker(marker)).toHaveLength(1);
    }
    // The lists are what they were: nothing has changed for who uses the pool.
    expect(host.toolPool().every((each, index) => each === pool[index])).toBe(true);
    expect(seen).toEqual(['disconnected', 'reconnecting', 'connecting', 'connected']);
  });

  it('F4: SIGKILL with 1,000 calls in flight: all reject at once, none is made again, it is back within a second', async () => {
    const marker = newMarker();
    await using host = await openHost({ servers: [stdioServer('s', script, marked(marker))] });
    const calls = Array.from({ length: 1_000 }, () => host.callTool('mcp__s__hang'));
    const settled = Promise.allSettled(calls);
    await host.callTool('mcp__s__ping');
    const [pid = 0] = processesWithMarker(marker);
    const killedAt = performance.now();
    process.kill(pid, 'SIGKILL');
    const codes = (await settled).map((call) => call.status === 'rejected' && call.reason.code);
    expect(performance.now() - killedAt).toBeLessThan(250);
    expect(new Set(codes)).toEqual(new Set(['TOOLPOOL_CALL_OUTCOME_UNKNOWN']));
    await waitUntil(isConnected(host));
    expect(performance.now() - killedAt).toBeLessThan(1_000);
    const received: { method: string; params: { name?: string } }[] = JSON.parse(
      textOf(await host.callTool('mcp__s__received')),
    );
    const calledAgain = received.filter(({ method }) => method === 'tools/call');
    expect(calledAgain.map(({ params }) => params.name)).toEqual(['received']);
  });

  it('fault 58: ten calls on a server that has died start it once', async () => {
    const marker = newMarker();
    await using host = await openHost({ servers: [stdioServer('s', script, marked(marker))] });
    const seen = eventsOf(host);
    await host.callTool('mcp__s__exit').catch(() => undefined);
    await Promise.all(Array.from({ length: 10 }, () => host.callTool('mcp__s__ping')));
    expect(processesWithMarker(marker)).toHaveLength(1);
    expect(seen.filter((name) => name === 'connecting')).toHaveLength(1);
  });

  it('F3: is started again when it dies between its handshake and its lists', async () => {
    let made = 0;
    const dying = { ...script, methods: { 'tools/list': { exit: 1 } } };
    await using host = await openHost({
      servers: [sdkServer('s')],
      inProcessServers: { s: () => createFixtureServer(made++ === 0 ? dying : script) },
    });
    expect(made).toBe(2);
    expect(stateOf(host)?.type).toBe('connected');
    expect(poolNames(host)).toContain('mcp__s__ping');
  });

  it('F5: a crash loop ends after five restarts with one message; a person has one more', async () => {
    const dying = stdioServer('s', { ...script, methods: { 'tools/list': { exit: 1 } } });
    const host = await openHost({
      servers: [dying],
      connect: 'lazy',
      reconnect: { initialDelayMs: 5 },
    });
    const seen = eventsOf(host);
    const failures: string[] = [];
    host.on('failed', ({ error }) => failures.push(error.message));
    await host.connect('s');
    await waitUntil(() => failures.length > 0);
    const starts = () => seen.filter((name) => name === 'connecting').length;
    expect(starts()).toBe(6);
    expect(failures).toEqual([
      expect.stringMatching(/^Server "s" was started again 5 times within 180 s .* with code 1/),
    ]);
    expect(stateOf(host)).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_EXITED' });
    expect(await host.connect('s')).toMatchObject({ type: 'failed' });
    expect(starts()).toBe(7);
    await host.close();
  });

  it('is left alone where the host says so, until it is called', async () => {
    await using host = await openHost({ servers: [stdioServer('s', script)], reconnect: false });
    const seen = eventsOf(host);
    await host.callTool('mcp__s__exit').catch(() => undefined);
    expect(stateOf(host)).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_EXITED' });
    expect(poolNames(host)).toEqual([]);
    expect(seen).toEqual(['disconnected', 'failed', 'tools-changed']);
    expect(textOf(await host.callTool('mcp__s__ping'))).toBe('ok');
    await host.ready();
    expect(poolNames(host)).toContain('mcp__s__ping');
  });

  it('leaves nothing behind when its host closes while it waits', async () => {
    const marker = newMarker();
    const host = await openHost({
      servers: [stdioServer('s', script, marked(marker))],
      reconnect: { maxAttempts: 3 },
    });
    const seen = eventsOf(host);
    await host.callTool('mcp__s__exit').catch(() => undefined);
    await host.close();
    expect(processesWithMarker(marker)).toEqual([]);
    expect(stateOf(host)).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    expect(seen).toEqual(['disconnected', 'reconnecting', 'tools-changed']);
  });

  it('closes at once while it is listing', async () => {
    const marker = newMarker();
    const silent = { ...script, methods: { 'tools/list': { hang: true } } };
    const servers = [stdioServer('s', silent, marked(marker))];
    const host = createHost({ servers });
    const listing = host.connect('s');
    await waitUntil(isConnected(host));
    await host.close();
    expect(await listing).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('is not started again when its connection was closed on purpose', async () => {
    await using host = await openHost({ servers: [stdioServer('s', script)] });
    const seen = eventsOf(host);
    const connection = await host.connect('s');
    if (connection.type === 'connected') await connection.cleanup();
    expect(seen).toEqual(['disconnected', 'tools-changed']);
    expect(stateOf(host)).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_CLOSED' });
  });
});

describe('a command that is gone', () => {
  it('is not looked for again', async () => {
    await using host = await openHost({
      servers: [configured('s', { command: '/nowhere/at-all' })],
    });
    const seen = eventsOf(host);
    expect(await host.connect('s')).toMatchObject({ code: 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND' });
    expect(seen).toEqual(['connecting', 'failed']);
  });
});
