import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cheapServer, processesWithMarker } from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import { callTool, createHost } from '../src/index.ts';
import { configured, connected, stdioServer, textOf } from './servers.ts';

const isSoak = process.env.TOOLPOOL_SOAK === '1';
const HOURS = 3_600_000;
const MB = 1_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Collects until there is nothing left to do. */
async function settleMemory(): Promise<NodeJS.MemoryUsage> {
  for (let round = 0; round < 5; round += 1) {
    await sleep(20);
    collectGarbage();
  }
  return process.memoryUsage();
}

/** Only the full size says something about memory. */
function isAtMost(limitMb: number, bytes: number, what: string): void {
  if (!isSoak) return;
  process.stderr.write(`${what}: ${(bytes / MB).toFixed(2)} MB more\n`);
  expect(bytes / MB, what).toBeLessThanOrEqual(limitMb);
}

/** What this process holds that is no memory. */
function holdings() {
  const timers = process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
  const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)]);
  return { timers, listeners, files: readdirSync('/proc/self/fd').length };
}

/** The slope of a straight line through values at 0, 1, 2 and so on (least squares). */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const sum = (of: (value: number, x: number) => number) =>
    values.reduce((total, value, index) => total + of(value, index - middle), 0);
  return sum((value, x) => value * x) / sum((_value, x) => x * x);
}

/** An HTTP server that forgets its session whenever it is told to, and remembers nothing else. */
async function startForgetfulServer() {
  let session = 0;
  let forgotten = 0;
  const results = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'forgetful', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'hi' }] },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    if (method === 'initialize') session += 1;
    else if (request.headers['mcp-session-id'] !== `s${session}` || forgotten === session) {
      return response.writeHead(404).end();
    }
    if (id === undefined) return response.writeHead(202).end();
    const result = results[method as keyof typeof results];
    response.writeHead(200, {
      'content-type': 'application/json',
      'mcp-session-id': `s${session}`,
    });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    sessions: () => session,
    forget: () => {
      forgotten = session;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('after a long time', () => {
  it(
    'has renewed a session over HTTP every time, and has not grown',
    async () => {
      const [warmUp, renewals] = isSoak ? [1_000, 10_000] : [20, 50];
      await using server = await startForgetfulServer();
      await using host = createHost({
        servers: [configured('web', { type: 'http', url: server.url })],
        permissions: { rules: parsePermissionRules(), mode: 'bypass' },
      });
      await host.ready();
      const renew = async (count: number) => {
        for (let done = 0; done < count; done += 1) {
          server.forget();
          expect(textOf(await host.callTool('mcp__web__echo'))).toBe('hi');
        }
      };
      await renew(warmUp);
      const before = await settleMemory();
      // In parts: what a long run leaves uncollected would count as growth.
      for (let part = 0; part < 10; part += 1) {
        await renew(renewals / 10);
        await settleMemory();
      }
      const grown = (await settleMemory()).rss - before.rss;
      expect(server.sessions()).toBe(1 + warmUp + renewals);
      isAtMost(20, grown, `resident memory after ${renewals} renewals`);
    },
    HOURS,
  );

  it(
    'has made every call over stdio, and its heap is flat',
    async () => {
      const [rounds, calls] = isSoak ? [11, 100_000] : [3, 500];
      await using server = await connected(
        stdioServer('steady', {
          tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
          replies: { echo: { text: 10 } },
        }),
      );
      const callMany = async (count: number) => {
        for (let done = 0; done < count; done += 100) {
          const answers = Array.from({ length: 100 }, () => callTool(server, 'echo'));
          for (const answer of await Promise.all(answers)) expect(textOf(answer)).toHaveLength(10);
        }
      };
      const heaps: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await callMany(calls);
        heaps.push((await settleMemory()).heapUsed);
      }
      // The first round is the warm-up.
      const slope = slopeOf(heaps.slice(1));
      isAtMost(1, slope, `heap for each ${calls} calls`);
    },
    HOURS,
  );

  it(
    'has connected and closed a server over and over, and holds what it held before',
    async () => {
      const rounds = isSoak ? 1_000 : 20;
      const marker = `soak-${process.pid}-`;
      const entry = { type: 'stdio', ...cheapServer, env: { TEST_MARKER: marker } };
      const connectAndClose = async (count: number) => {
        for (let done = 0; done < count; done += 1) {
          await (await connected(configured('again', entry))).cleanup();
        }
      };
      await connectAndClose(10);
      const before = { ...holdings(), heap: (await settleMemory()).heapUsed };
      await connectAndClose(rounds);
      const after = { ...holdings(), heap: (await settleMemory()).heapUsed };
      expect(processesWithMarker(marker)).toEqual([]);
      expect(after.listeners).toEqual(before.listeners);
      expect(after.timers).toBeLessThanOrEqual(before.timers);
      expect(after.files).toBeLessThanOrEqual(before.files + 2);
      const grown = after.heap - before.heap;
      isAtMost(2, grown, `heap after ${rounds} connections`);
    },
    HOURS,
  );
});
