import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type FixtureHttpServer,
  type FixtureScript,
  startChaosProxy,
  startFixtureHttpServer,
  startFixtureSseServer,
  waitUntil,
} from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import type { Host, HostOptions } from '../src/index.ts';
import { eventsOf, openHost, poolNames, tool } from './hosts.ts';
import { configured, textOf } from './servers.ts';

const tools = [tool('work'), tool('reads', { annotations: { readOnlyHint: true } })];
const stateOf = (host: Host) => host.connections()[0];
const work = (host: Host) => host.callTool('mcp__s__work').then(textOf);

/** A host with one HTTP server behind a proxy that can take the network away. */
async function openRemote(script: FixtureScript, options: Partial<HostOptions> = {}) {
  const server = await startFixtureHttpServer(script);
  const network = await startChaosProxy(server.url);
  const entry = { type: 'http', url: network.url };
  const host = await openHost({ servers: [configured('s', entry)], ...options });
  return {
    host,
    server,
    network,
    [Symbol.asyncDispose]: async () => {
      await host.close();
      await network[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const handshakesAt = ({ requests }: FixtureHttpServer) =>
  requests.filter(({ rpcMethod }) => rpcMethod === 'initialize').length;

/** Fails calls until the connection counts as lost. */
async function lose(host: Host): Promise<void> {
  for (let call = 0; call < 3; call++) await work(host).catch(() => undefined);
  await waitUntil(() => stateOf(host)?.type !== 'connected');
}

describe('a remote server that is lost', () => {
  it('fault 79: comes back by itself after three failures in a row, and keeps its tools meanwhile', async () => {
    await using remote = await openRemote({ tools }, { reconnect: { initialDelayMs: 100 } });
    const { host, network } = remote;
    const seen = eventsOf(host);
    const delays: number[] = [];
    host.on('reconnecting', ({ delayMs }) => delays.push(delayMs));
    network.set({ down: true });
    await lose(host);
    await waitUntil(() => delays.length >= 2);
    expect(stateOf(host)).toMatchObject({ type: 'pending', maxAttempts: 5 });
    expect(poolNames(host)).toEqual(['mcp__s__reads', 'mcp__s__work']);
    network.set({});
    await waitUntil(() => stateOf(host)?.type === 'connected');
    expect(await work(host)).toBe('ok');
    await host.ready();
    expect(seen.filter((name) => name === 'tools-changed')).toEqual([]);
    expect(delays[0]).toBeGreaterThanOrEqual(50);
    expect(delays[0]).toBeLessThanOrEqual(100);
    expect(delays[1]).toBeGreaterThanOrEqual(99);
  });

  it('is not lost by two failures with an answer between', async () => {
    await using remote = await openRemote({ tools });
    const { host, network } = remote;
    const seen = eventsOf(host);
    for (let round = 0; round < 2; round++) {
      network.set({ down: true });
      for (let call = 0; call < 2; call++) await expect(work(host)).rejects.toThrow();
      network.set({});
      expect(await work(host)).toBe('ok');
    }
    expect(seen).toEqual([]);
  });

  it('fault 79: is tried at once when somebody calls it', async () => {
    await using remote = await openRemote({ tools }, { reconnect: { initialDelayMs: 600_000 } });
    const { host, network } = remote;
    network.set({ down: true });
    await lose(host);
    const due = stateOf(host);
    await expect(work(host)).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_UNREACHABLE' });
    // The try of the caller takes nothing from the plan.
    expect(stateOf(host)).toMatchObject({ type: 'pending', phase: 'waiting', attempt: 1 });
    expect(due).toMatchObject({ attempt: 1, retryAt: expect.any(Number) });
    network.set({});
    const calls = await Promise.all(Array.from({ length: 10 }, () => work(host)));
    expect(calls).toEqual(Array.from({ length: 10 }, () => 'ok'));
    expect(handshakesAt(remote.server)).toBe(2);
  });

  it('fault 79: has failed after its attempts, and one call brings it back', async () => {
    await using remote = await openRemote(
      { tools },
      { reconnect: { initialDelayMs: 5, maxAttempts: 2 } },
    );
    const { host, network } = remote;
    poolNames(host);
    const seen = eventsOf(host);
    network.set({ down: true });
    await lose(host);
    await waitUntil(() => stateOf(host)?.type === 'failed');
    expect(stateOf(host)).toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      error: {
        message: expect.stringMatching(/^Server "s" could not be kept .* tried again 2 times\. /),
      },
    });
    expect(poolNames(host)).toEqual([]);
    expect(seen.filter((name) => name === 'reconnecting')).toHaveLength(2);
    expect(seen.slice(-2)).toEqual(['failed', 'tools-changed']);
    network.set({});
    expect(await work(host)).toBe('ok');
    expect(stateOf(host)?.type).toBe('connected');
  });

  it.each([
    [401, 'needs-auth'],
    [404, 'failed'],
  ])('F31: is not tried again once it answers %d', async (status, type) => {
    const script = { tools, httpStatus: {} as Record<string, number> };
    await using remote = await openRemote(script, { reconnect: { initialDelayMs: 5 } });
    const { host, network, server } = remote;
    network.set({ down: true });
    script.httpStatus.initialize = status;
    await lose(host);
    network.set({});
    await waitUntil(() => stateOf(host)?.type === type);
    await host.ready();
    expect(handshakesAt(server)).toBe(2);
    expect(poolNames(host)).toEqual([]);
  });

  it('fault 79: one whose event stream is its session comes back when that breaks', async () => {
    await using server = await startFixtureSseServer({ tools });
    await using network = await startChaosProxy(server.url);
    await using host = await openHost({
      servers: [configured('s', { type: 'sse', url: network.url })],
      reconnect: { initialDelayMs: 20 },
    });
    const seen = eventsOf(host);
    network.set({ down: true });
    await waitUntil(() => seen.includes('reconnecting'));
    network.set({});
    await waitUntil(() => stateOf(host)?.type === 'connected');
    expect(await work(host)).toBe('ok');
  });
});

describe('a call that was lost', () => {
  /** A server that works, and cuts the connection instead of answering. */
  const cutting = { tools, replies: { work: { exit: 0 }, reads: { exit: 0 } } };
  const callsAt = (remote: Awaited<ReturnType<typeof openRemote>>) =>
    remote.server.requests.filter(({ rpcMethod }) => rpcMethod === 'tools/call').length;

  it('fault 78: is never made again by itself, and says so', async () => {
    await using remote = await openRemote(cutting);
    for (const [index, name] of ['work', 'reads'].entries()) {
      await expect(remote.host.callTool(`mcp__s__${name}`)).rejects.toMatchObject({
        code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
      });
      expect(callsAt(remote)).toBe(index + 1);
    }
  });

  it.each([500, 502, 503, 504])('fault 78: is of unknown outcome after HTTP %i', async (status) => {
    await using remote = await openRemote({ tools, httpStatus: { 'tools/call': status } });
    await expect(remote.host.callTool('mcp__s__work')).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
      message: expect.stringContaining(`HTTP ${status}`),
    });
    expect(callsAt(remote)).toBe(1);
    expect(stateOf(remote.host)?.type).toBe('connected');
  });

  it.each([400, 403, 429])(
    'fault 78: has not run when it was refused with HTTP %i',
    async (status) => {
      await using remote = await openRemote({ tools, httpStatus: { 'tools/call': status } });
      await expect(remote.host.callTool('mcp__s__work')).rejects.toMatchObject({
        code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      });
    },
  );

  it('fault 78: is made once more where annotations are trusted and call it read-only', async () => {
    await using remote = await openRemote(cutting, { repeatLostCalls: true });
    const unknown = { code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN' };
    await expect(remote.host.callTool('mcp__s__work')).rejects.toMatchObject(unknown);
    expect(callsAt(remote)).toBe(1);
    await expect(remote.host.callTool('mcp__s__reads')).rejects.toMatchObject(unknown);
    expect(callsAt(remote)).toBe(3);
  });
});

describe('the first connect', () => {
  it('F31: does not repeat a name that does not exist, nor a failed TLS handshake', async () => {
    const plain = createServer();
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    const urls = ['http://no-such-host.invalid/mcp', `https://127.0.0.1:${port}/mcp`];
    await using host = await openHost({
      servers: urls.map((url, index) => configured(`s${index}`, { type: 'http', url })),
      connect: 'lazy',
    });
    const seen = eventsOf(host);
    for (const name of ['s0', 's1']) {
      expect(await host.connect(name)).toMatchObject({ code: 'TOOLPOOL_TRANSPORT_UNREACHABLE' });
    }
    expect(seen).toEqual(['connecting', 'failed', 'connecting', 'failed']);
    plain.close();
  });
});
