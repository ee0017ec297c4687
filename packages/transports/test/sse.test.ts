import { startFixtureHttpServer, startFixtureSseServer, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createTransport } from '../src/index.ts';
import { attach } from './fixture-client.ts';
import { connect, startRawServer } from './http-fixture.ts';

describe('HTTP+SSE', () => {
  it('carries a conversation, with the configured headers on both ways', async () => {
    await using server = await startFixtureSseServer({
      requireHeader: { 'x-key': 'value' },
      replies: { echo: { echoArgs: true } },
    });
    const { url } = server;
    await using client = await connect({ type: 'sse', url, headers: { 'x-key': 'value' } });
    await client.request('initialize', { protocolVersion: '2024-11-05' });
    expect(JSON.parse(await client.callText('echo', { a: 1 }))).toEqual({ a: 1 });
    await client.transport.close();
    expect(client.closes()).toBe(1);
    expect(client.transport.closeReason).toBeUndefined();
  });

  it.each([401, 404, 500])('rejects a start that is answered with %i', async (status) => {
    await using server = await startFixtureSseServer({ httpStatus: { GET: status } });
    const { transport, closes } = attach(createTransport({ type: 'sse', url: server.url }));
    await expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      data: { status },
    });
    expect(transport.closeReason).toMatchObject({ data: { status } });
    expect(closes()).toBe(1);
  });

  it('rejects an unreachable server once and does not try again', async () => {
    const url = 'http://127.0.0.1:2/sse';
    const { transport, closes } = attach(createTransport({ type: 'sse', url }));
    await expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      data: { errno: 'ECONNREFUSED' },
    });
    expect(closes()).toBe(1);
  });

  it('refuses to send messages to another origin', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: http://other.example/messages\n\n');
    });
    const { transport } = attach(createTransport({ type: 'sse', url: server.url }));
    await expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
      message: expect.stringContaining('other.example'),
    });
  });

  it('is over when its stream breaks, for calls under way too', async () => {
    await using server = await startFixtureSseServer({ replies: { die: { exit: 1 } } });
    await using client = await connect({ type: 'sse', url: server.url });
    await expect(client.callText('die')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
    });
    expect(client.closes()).toBe(1);
    await expect(client.request('ping')).rejects.toBe(client.transport.closeReason);
  });

  it('ends a start that waits for the endpoint by close', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    const { transport } = attach(createTransport({ type: 'sse', url: server.url }));
    const started = expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    await waitUntil(() => server.requests.length === 1);
    await transport.close();
    await started;
  });

  it('F34: rejects a start that is answered with a page', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');
    });
    await expect(connect({ type: 'sse', url: server.url })).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
      message: expect.stringContaining('text/html: <h1>Log in</h1>'),
    });
  });

  it('F38: is over with a message over the limit, and takes events of any name', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\rdata: /messages\r\r');
      response.write('event: response\rdata: {"jsonrpc":"2.0","method":"n"}\r\r');
      response.write(`data: ${'x'.repeat(5000)}`);
    });
    const limits = { maxMessageBytes: 1000 };
    await using client = await connect({ type: 'sse', url: server.url }, limits);
    await waitUntil(() => client.closes() === 1);
    expect(client.messages).toHaveLength(1);
    expect(client.transport.closeReason).toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE',
    });
  });

  it('reports a refused message with its status', async () => {
    await using server = await startFixtureSseServer({ httpStatus: { initialize: 403 } });
    await using client = await connect({ type: 'sse', url: server.url });
    await expect(client.request('initialize')).rejects.toMatchObject({ data: { status: 403 } });
  });
});

describe('the fallback from streamable HTTP', () => {
  it('reaches a server of the older transport', async () => {
    await using server = await startFixtureSseServer({ replies: { echo: { echoArgs: true } } });
    await using client = await connect({ type: 'http', url: server.url, sseFallback: true });
    expect(await client.request('initialize')).toHaveProperty('result');
    expect(JSON.parse(await client.callText('echo', { a: 1 }))).toEqual({ a: 1 });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'POST']);
    expect(client.errors).toEqual([]);
    await client.transport.close();
    expect(client.closes()).toBe(1);
  });

  it.each([400, 404, 405])(
    'fault 66: is tried after %i, and both failures are told',
    async (status) => {
      await using server = await startRawServer((request, response) => {
        response.writeHead(request.method === 'GET' ? 410 : status).end(`no ${request.method}`);
      });
      await using client = await connect({ type: 'http', url: server.url, sseFallback: true });
      await expect(client.request('initialize')).rejects.toMatchObject({
        code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
        message: expect.stringMatching(`HTTP ${status} .*no POST.*HTTP 410 .*no GET`),
        data: { status },
      });
      expect(client.transport.closeReason).toMatchObject({ data: { status } });
      expect(client.closes()).toBe(1);
    },
  );

  it('counts as a call for credentials when the stream asks for them', async () => {
    await using server = await startRawServer((request, response) => {
      response.writeHead(request.method === 'GET' ? 401 : 405).end();
    });
    await using client = await connect({ type: 'http', url: server.url, sseFallback: true });
    await expect(client.request('initialize')).rejects.toMatchObject({ data: { status: 401 } });
  });

  it.each([401, 403, 500, 503])('fault 66: is not tried after %i', async (status) => {
    await using server = await startFixtureHttpServer({ httpStatus: { initialize: status } });
    await using client = await connect({ type: 'http', url: server.url, sseFallback: true });
    await expect(client.request('initialize')).rejects.toMatchObject({ data: { status } });
    expect(server.requests).toHaveLength(1);
  });

  it('is not tried once streamable HTTP has worked, nor without being asked for', async () => {
    await using server = await startFixtureHttpServer({ httpStatus: { ping: 400 } });
    await using asked = await connect({ type: 'http', url: server.url, sseFallback: true });
    await asked.request('initialize');
    await expect(asked.request('ping')).rejects.toMatchObject({ data: { status: 400 } });
    await using plain = await connect({ type: 'http', url: server.url });
    await expect(plain.request('ping')).rejects.toMatchObject({ data: { status: 400 } });
    expect(server.requests.map(({ method }) => method)).not.toContain('GET');
  });
});
