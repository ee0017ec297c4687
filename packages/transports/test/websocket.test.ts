import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { startChaosProxy, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createTransport } from '../src/index.ts';
import { attach } from './fixture-client.ts';
import { answerTo, connect, startRawServer } from './http-fixture.ts';

interface SocketServer extends AsyncDisposable {
  readonly url: string;
  readonly sockets: readonly WebSocket[];
  readonly requests: readonly IncomingMessage[];
}

/** A server that answers each message as `answer` does. */
async function startSocketServer(
  answer: (socket: WebSocket, text: string) => void = (socket, text) => {
    if (text.includes('"id"')) socket.send(answerTo(text));
  },
  options: { readonly port?: number; readonly autoPong?: boolean } = {},
): Promise<SocketServer> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    maxPayload: 2 ** 28,
    ...options,
  });
  const sockets: WebSocket[] = [];
  const requests: IncomingMessage[] = [];
  server.on('connection', (socket, request) => {
    sockets.push(socket);
    requests.push(request);
    socket.on('error', () => undefined);
    socket.on('message', (data) => answer(socket, String(data)));
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    sockets,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a WebSocket', () => {
  it('carries a conversation in the sub-protocol mcp, with the headers of the entry', async () => {
    await using server = await startSocketServer();
    const headers = { 'X-Key': 'value' };
    await using client = await connect({ type: 'ws', url: server.url, headers });
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(server.requests[0]?.headers).toMatchObject({
      'x-key': 'value',
      'sec-websocket-protocol': 'mcp',
    });
    await client.transport.close();
    expect(client.closes()).toBe(1);
    expect(client.transport.closeReason).toBeUndefined();
  });

  it('to an IDE carries its token', async () => {
    await using server = await startSocketServer();
    const ide = { type: 'ws-ide', ideName: 'any', authToken: 'token-1' } as const;
    await using client = await connect({ ...ide, url: server.url });
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(server.requests[0]?.headers['x-claude-code-ide-authorization']).toBe('token-1');
  });

  it('fault 79: takes binary frames, and frames that hold no message', async () => {
    await using server = await startSocketServer((socket, text) => {
      socket.send('no message secret-1');
      socket.send(Buffer.from(`\uFEFF${answerTo(text, { text: 'ü\u{1F4A1}', _meta: null })}`));
    });
    const headers = { Authorization: 'secret-1' };
    await using client = await connect({ type: 'ws', url: server.url, headers });
    expect(await client.request('any')).toMatchObject({ result: { text: 'ü\u{1F4A1}' } });
    expect(client.errors).toMatchObject([{ code: 'TOOLPOOL_RESPONSE_INVALID' }]);
    expect(String(client.errors)).not.toContain('secret-1');
  });

  it('fault 79: tells code and reason of a close, cleaned and masked, to calls under way', async () => {
    await using server = await startSocketServer((socket) => {
      socket.close(1008, 'bad \u001b[31mkey secret-1');
    });
    const headers = { Authorization: 'Bearer secret-1' };
    const dependencies = { serverName: 'remote' };
    await using client = await connect({ type: 'ws', url: server.url, headers }, dependencies);
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
      server: 'remote',
      message: `Server "remote" (${server.url}) closed the connection with code 1008 (policy violation): bad key ***`,
      data: { closeCode: 1008, reason: 'bad key ***' },
    });
    expect(client.closes()).toBe(1);
    await expect(client.request('any')).rejects.toBe(client.transport.closeReason);
  });

  it('fault 79: that breaks ends its calls, and is opened anew once the server is back', async () => {
    await using server = await startSocketServer();
    await using proxy = await startChaosProxy(server.url.replace('ws:', 'http:'));
    const url = proxy.url.replace('http:', 'ws:');
    await using client = await connect({ type: 'ws', url });
    await client.request('any');
    proxy.set({ down: true });
    await waitUntil(() => client.closes() === 1);
    expect(client.transport.closeReason).toMatchObject({
      message: expect.stringMatching(/broke|reach/),
    });
    await expect(connect({ type: 'ws', url })).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
    });
    proxy.set({});
    await using again = await connect({ type: 'ws', url });
    expect(await again.request('any')).toMatchObject({ result: {} });
  });

  it('on which nothing comes any more is gone', async () => {
    await using server = await startSocketServer();
    await using proxy = await startChaosProxy(server.url.replace('ws:', 'http:'));
    const config = { type: 'ws', url: proxy.url.replace('http:', 'ws:') } as const;
    await using client = await connect(config, { pingIntervalMs: 30 });
    await client.request('any');
    proxy.set({ swallow: true });
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
      message: expect.stringMatching('is gone: it has not answered a ping for 60 ms'),
    });
    expect(client.closes()).toBe(1);
  });

  it('is not gone as long as the server answers pings, or calls', async () => {
    await using idle = await startSocketServer();
    await using busy = await startSocketServer(undefined, { autoPong: false });
    const quick = { pingIntervalMs: 20 };
    await using quiet = await connect({ type: 'ws', url: idle.url }, quick);
    await using talking = await connect({ type: 'ws', url: busy.url }, quick);
    const end = performance.now() + 200;
    while (performance.now() < end) await talking.request('any');
    expect([quiet.closes(), talking.closes()]).toEqual([0, 0]);
    await waitUntil(() => talking.closes() === 1);
    expect(quiet.closes()).toBe(0);
  });

  it('closes on a message over the limit, and says so', async () => {
    await using server = await startSocketServer((socket, text) => {
      socket.send(answerTo(text, 'x'.repeat(2000)));
    });
    const limits = { maxMessageBytes: 1000 };
    await using client = await connect({ type: 'ws', url: server.url }, limits);
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE',
      message: expect.stringContaining('more than 1000 bytes'),
    });
  });

  it('rejects what still waits to be sent when it ends, and what is sent afterwards', async () => {
    await using server = await startSocketServer();
    await using client = await connect({ type: 'ws', url: server.url });
    await waitUntil(() => server.sockets.length === 1);
    server.sockets[0]?.pause();
    const params = { text: 'x'.repeat(12_000_000) };
    const send = () => client.transport.send({ jsonrpc: '2.0', method: 'n', params });
    const sends = [send(), send()];
    for (const pending of sends) pending.catch(() => undefined);
    await expect(send()).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_OVERLOADED' });
    const start = performance.now();
    await client.transport.close();
    for (const pending of sends) {
      await expect(pending).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    }
    expect(performance.now() - start).toBeLessThan(5000);
    await expect(send()).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_CLOSED' });
  });
});

describe('the opening of a WebSocket', () => {
  it('that is refused tells the status and what the server said', async () => {
    const http = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\n\r\nno \u001b[31mentry'));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const { transport, closes } = attach(createTransport({ type: 'ws', url }));
    await expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      data: { status: 403, body: 'no entry' },
    });
    expect(closes()).toBe(1);
    http.close();
  });

  it('ends with close', async () => {
    const silent = createServer((socket) => void socket.resume().on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `ws://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { transport } = attach(createTransport({ type: 'ws', url }));
    const started = expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await transport.close();
    await started;
    await new Promise((resolve) => silent.close(resolve));
  });

  it('F35: whose answer drips is over its limit like any other', async () => {
    const dripping = createServer((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nx: ');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    const url = `ws://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
    const opening = connect({ type: 'ws', url }, { requestTimeoutMs: 200 });
    await expect(opening).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      message: expect.stringContaining('No answer within 200 ms'),
    });
    await new Promise((resolve) => dripping.close(resolve));
  });

  it('and does not take a server without the sub-protocol', async () => {
    const server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: () => false,
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(connect({ type: 'ws', url })).rejects.toMatchObject({
      message: expect.stringContaining('subprotocol'),
    });
    server.close();
  });

  it.each(['http://127.0.0.1', 'no url'])('does not take the address %s', (url) => {
    expect(() => createTransport({ type: 'ws', url })).toThrow('is no WebSocket URL');
  });
});

describe('an IDE over HTTP+SSE', () => {
  it('is sent its token', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
    });
    const ide = { type: 'sse-ide', ideName: 'any', authToken: 'token-1' } as const;
    await using client = await connect({ ...ide, url: server.url });
    expect(client.closes()).toBe(0);
    expect(server.requests[0]?.headers['x-claude-code-ide-authorization']).toBe('token-1');
  });
});
