import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it } from 'vitest';
import {
  createFixtureServer,
  type FixtureScript,
  fixtureCommand,
  processesWithMarker,
  startFixtureHttpServer,
  startFixtureSseServer,
  temporaryDirectory,
  waitUntil,
} from '../src/index.ts';

interface OpenTransport extends AsyncDisposable {
  readonly transport: Transport;
}

const front: Record<string, (script: FixtureScript) => Promise<OpenTransport>> = {
  async stdio(script) {
    return opened(new StdioClientTransport(fixtureCommand(script)));
  },
  async http(script) {
    const server = await startFixtureHttpServer(script);
    return opened(new StreamableHTTPClientTransport(new URL(server.url)) as Transport, server);
  },
  async 'http with an event stream'(script) {
    return front.http?.({ ...script, sse: true }) as Promise<OpenTransport>;
  },
  async sse(script) {
    const server = await startFixtureSseServer(script);
    return opened(new SSEClientTransport(new URL(server.url)), server);
  },
  async 'in-process'(script) {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await createFixtureServer(script).connect(far);
    return opened(near);
  },
};

function opened(transport: Transport, server?: AsyncDisposable): OpenTransport {
  return {
    transport,
    async [Symbol.asyncDispose]() {
      await transport.close();
      await server?.[Symbol.asyncDispose]();
    },
  };
}

async function connect(script: FixtureScript, open = front.stdio) {
  const server = await open?.(script);
  if (server === undefined) throw new TypeError('no such front');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(server.transport);
  const { transport } = server;
  return { client, transport, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

describe.each(Object.keys(front))('fixture server over %s', (name) => {
  it('answers what its script says', async () => {
    await using session = await connect(
      {
        tools: [tool('echo'), tool('plain'), tool('broken')],
        pages: 2,
        instructions: 'read me',
        resources: [{ uri: 'a:b', name: 'b' }],
        prompts: [{ name: 'greet' }],
        replies: {
          echo: { echoArgs: true },
          broken: { error: { code: -32000, message: 'no luck' } },
        },
      },
      front[name],
    );
    const { client } = session;
    expect(client.getInstructions()).toBe('read me');
    const first = await client.listTools();
    expect(first.tools.map((each) => each.name)).toEqual(['echo', 'plain']);
    const second = await client.listTools({ cursor: first.nextCursor ?? '' });
    expect(second).toEqual({ tools: [tool('broken')] });
    const echo = await client.callTool({ name: 'echo', arguments: { a: 1 } });
    expect(echo.content).toEqual([{ type: 'text', text: '{"a":1}' }]);
    await expect(client.callTool({ name: 'broken' })).rejects.toThrow('no luck');
    await expect(client.callTool({ name: 'missing' })).rejects.toThrow('Unknown tool');
    await expect(client.complete({} as never)).rejects.toThrow();
    expect((await client.readResource({ uri: 'a:b' })).contents).toHaveLength(1);
    expect((await client.getPrompt({ name: 'greet' })).messages).toHaveLength(1);
  });

  it('reports which calls were cancelled', async () => {
    await using session = await connect(
      { tools: [tool('slow')], replies: { slow: { hang: true } } },
      front[name],
    );
    const stop = new AbortController();
    const call = session.client.callTool({ name: 'slow' }, undefined, { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toThrow();
    await waitUntil(async () => {
      const { content } = await session.client.callTool({ name: 'cancelled' });
      return JSON.stringify(content).includes('[1]');
    });
  });
});

// A plain JSON answer over HTTP carries nothing but the answer.
const streams = Object.keys(front).filter((name) => name !== 'http');

describe.each(streams)('fixture server over the stream of %s', (name) => {
  it('sends progress, notifications and requests', async () => {
    await using session = await connect(
      {
        tools: [tool('a')],
        replies: {
          steps: { progress: 3 },
          change: { setTools: [tool('b')] },
          ask: { request: { method: 'ping' } },
        },
      },
      front[name],
    );
    const { transport } = session;
    const seen: unknown[] = [];
    const handle = transport.onmessage;
    // The SDK's client drops progress that comes in one read with the answer.
    transport.onmessage = (message, extra) => {
      if ('method' in message) seen.push(message.params?.progress);
      handle?.(message, extra);
    };
    await session.client.callTool({ name: 'steps' }, undefined, { onprogress: () => undefined });
    expect(seen).toEqual([1, 2, 3]);
    await session.client.callTool({ name: 'change' });
    expect((await session.client.listTools()).tools).toEqual([tool('b')]);
    const asked = await session.client.callTool({ name: 'ask' });
    expect(asked.content).toEqual([{ type: 'text', text: '{"result":{}}' }]);
  });
});

describe('fixture server over stdio', () => {
  it('takes a script of any size', async () => {
    const tools = Array.from({ length: 3000 }, (_, index) => ({
      ...tool(`t${index}`),
      description: randomBytes(100).toString('hex'),
    }));
    await using session = await connect({ tools });
    expect((await session.client.listTools()).tools).toHaveLength(3000);
  });

  it('leaves a grandchild that ignores SIGTERM', async () => {
    await using directory = temporaryDirectory();
    const marker = `marker-${process.pid}`;
    const pidFile = join(directory.path, 'pids');
    const transport = new StdioClientTransport({
      ...fixtureCommand({ grandchild: { ignoreTerm: true }, pidFile }),
      env: { MARKER: marker },
    });
    await new Client({ name: 'test', version: '1' }).connect(transport);
    const [server, grandchild] = readFileSync(pidFile, 'utf8').split('\n').map(Number);
    expect(processesWithMarker(marker).sort()).toEqual([server, grandchild].sort());
    await transport.close();
    process.kill(grandchild ?? 0, 'SIGTERM');
    expect(processesWithMarker(marker)).toEqual([grandchild]);
    process.kill(grandchild ?? 0, 'SIGKILL');
    await waitUntil(() => processesWithMarker(marker).length === 0);
  });
});

describe('fixture server over HTTP', () => {
  it('refuses by status and by header, and records what came', async () => {
    await using server = await startFixtureHttpServer({
      httpStatus: { initialize: 503 },
      requireHeader: { Authorization: 'Bearer x' },
    });
    const post = (headers: Record<string, string>) =>
      fetch(server.url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize' }),
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ Authorization: 'Bearer x' })).status).toBe(503);
    expect(server.requests).toMatchObject([
      { method: 'POST', rpcMethod: 'initialize' },
      { headers: { authorization: 'Bearer x' } },
    ]);
  });
});
