import { readdirSync } from 'node:fs';
import {
  cheapServer,
  processesWithMarker,
  startFixtureHttpServer,
  waitUntil,
} from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import type { InProcessServer } from '@toolpool/transports';
import { describe, expect, it } from 'vitest';
import { callTool, createHost } from '../src/index.ts';
import { configured, connected, sdkServer, stdioServer, textOf } from './servers.ts';

const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
const echo = { tools, replies: { echo: { echoArgs: true } } } as const;
const permissions = { rules: parsePermissionRules(), mode: 'bypass' } as const;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const openFiles = () => readdirSync('/proc/self/fd').length;

/** Counts what Node warns about: listeners that pile up, for one. */
function countWarnings(): Disposable & { readonly all: readonly Error[] } {
  const all: Error[] = [];
  const add = (warning: Error) => all.push(warning);
  process.on('warning', add);
  return { all, [Symbol.dispose]: () => void process.off('warning', add) };
}

/** The numbers that a server says it was called with. */
function calledNumbers(received: string): number[] {
  const messages: { params?: { arguments?: { number?: number } } }[] = JSON.parse(received);
  return messages.flatMap(({ params }) => params?.arguments?.number ?? []);
}

describe('load', () => {
  it('connects and lists 100 stdio servers, and leaves nothing of them behind', async () => {
    using warnings = countWarnings();
    const marker = `load-hundred-${process.pid}-`;
    const entry = { type: 'stdio', ...cheapServer, env: { TEST_MARKER: marker } };
    const hostOf = (count: number) =>
      createHost({
        servers: numbers(count).map((number) => configured(`s${number}`, entry)),
        permissions,
      });
    // What the first server makes this process open stays open: only more would be a leak.
    const warmUp = hostOf(1);
    await warmUp.ready();
    await warmUp.close();
    const before = openFiles();

    const host = hostOf(100);
    await host.ready();
    expect(host.toolPool()).toHaveLength(100);
    expect(processesWithMarker(marker).length).toBeGreaterThanOrEqual(100);
    await host.close();

    expect(processesWithMarker(marker)).toEqual([]);
    await waitUntil(() => openFiles() <= before + 2);
    expect(warnings.all).toEqual([]);
  });

  it('keeps 10,000 calls in flight on one stdio server apart, and makes each once', async () => {
    using warnings = countWarnings();
    await using server = await connected(stdioServer('burst', echo));
    const wanted = numbers(10_000);
    const answers = await Promise.all(
      wanted.map(async (number) => textOf(await callTool(server, 'echo', { number }))),
    );
    expect(answers).toEqual(wanted.map((number) => JSON.stringify({ number })));
    expect(calledNumbers(textOf(await callTool(server, 'received')))).toEqual(wanted);
    expect(warnings.all).toEqual([]);
  });

  it('shares 64 sockets among 1,000 calls in flight over HTTP', async () => {
    using warnings = countWarnings();
    await using http = await startFixtureHttpServer(echo);
    await using server = await connected(configured('web', { type: 'http', url: http.url }));
    const wanted = numbers(1_000);
    const answers = await Promise.all(
      wanted.map(async (number) => textOf(await callTool(server, 'echo', { number }))),
    );
    expect(answers).toEqual(wanted.map((number) => JSON.stringify({ number })));
    const called = http.requests.filter(({ rpcMethod }) => rpcMethod === 'tools/call');
    expect(called).toHaveLength(1_000);
    expect(http.sockets).toBeLessThanOrEqual(64);
    expect(warnings.all).toEqual([]);
  });

  it('starts three local servers at a time, first come first served', async () => {
    const started: string[] = [];
    let [active, most] = [0, 0];
    const names = numbers(9).map((number) => `s${number}`);
    const silentServer = (name: string): InProcessServer => ({
      close: async () => undefined,
      async connect(transport) {
        started.push(name);
        active += 1;
        most = Math.max(most, active);
        transport.onclose = () => {
          active -= 1;
        };
        await transport.start();
      },
    });
    await using host = createHost({
      servers: names.map((name) => sdkServer(name)),
      inProcessServers: Object.fromEntries(names.map((name) => [name, silentServer(name)])),
      connectTimeoutMs: 100,
    });
    await host.ready();
    expect(started).toEqual(names);
    expect(most).toBe(3);
  });

  it('dials twenty remote servers at a time', async () => {
    await using http = await startFixtureHttpServer({ hangInitialize: true });
    await using host = createHost({
      servers: numbers(30).map((number) =>
        configured(`s${number}`, { type: 'http', url: http.url }),
      ),
      connectTimeoutMs: 2_000,
    });
    await new Promise((resolve) => host.on('failed', resolve));
    expect(http.requests.filter(({ rpcMethod }) => rpcMethod === 'initialize')).toHaveLength(20);
  });
});
