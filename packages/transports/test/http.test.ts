import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startFixtureHttpServer, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createTransport } from '../src/index.ts';
import { attach } from './fixture-client.ts';
import { connect, startRawServer } from './http-fixture.ts';

const answer = (id: unknown, result: unknown = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, result });
const json = { 'content-type': 'application/json' };
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;

describe('streamable HTTP', () => {
  it.each([
    ['JSON answers', {}],
    ['event streams', { sse: true }],
  ])('carries a session over %s and deletes it at the end', async (_, script) => {
    await using server = await startFixtureHttpServer({
      replies: { echo: { echoArgs: true } },
      ...script,
    });
    const { url, requests } = server;
    const client = await connect({ type: 'http', url, headers: { 'X-Key': 'value' } });
    await client.request('initialize', { protocolVersion: '2025-11-25' });
    client.transport.setProtocolVersion?.('2025-11-25');
    expect(JSON.parse(await client.callText('echo', { a: 1 }))).toEqual({ a: 1 });
    await Promise.all([client.transport.close(), client.transport.close()]);
    expect(client.closes()).toBe(1);
    expect(client.transport.closeReason).toBeUndefined();
    expect(requests.map(({ method, rpcMethod }) => rpcMethod ?? method)).toEqual([
      'initialize',
      'tools/call',
      'DELETE',
    ]);
    expect(requests.at(-1)?.headers).toMatchObject({
      'mcp-session-id': client.transport.sessionId,
      'mcp-protocol-version': '2025-11-25',
      'x-key': 'value',
    });
    expect(requests[0]?.headers.accept).toBe('application/json, text/event-stream');
    await expect(client.request('ping')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
  });

  it('quotes no secret of a body that is no JSON, not in the cause either', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('canary-1');
    });
    const headers = { Authorization: 'Bearer canary-1' };
    await using client = await connect({ type: 'http', url: server.url, headers });
    const failure = await client.request('initialize').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'TOOLPOOL_RESPONSE_INVALID' });
    expect(inspect(failure, { depth: null })).not.toContain('canary');
  });

  it.each([401, 403, 404, 429, 500, 503])(
    'F33: reports HTTP %i with what the server said',
    async (status) => {
      await using server = await startRawServer((_, response) => {
        response.writeHead(status).end('wrong \u001b[31mkey sk-123456');
      });
      await using client = await connect(
        {
          type: 'http',
          url: `${server.url}?token=abcdef`,
          headers: { Authorization: 'Bearer sk-123456' },
        },
        { serverName: 'remote' },
      );
      await expect(client.request('initialize')).rejects.toMatchObject({
        code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
        server: 'remote',
        data: { status, body: 'wrong key ***' },
        message: expect.stringMatching(
          `^Server "remote" \\(${server.url}\\?token=\\*\\*\\*\\) answered with HTTP ${status} .+: wrong key \\*\\*\\*$`,
        ),
      });
      expect(client.closes()).toBe(0);
    },
  );

  it.each([
    ['ECONNREFUSED', 'http://127.0.0.1:2/mcp'],
    ['ENOTFOUND', 'http://no-such-host.invalid/mcp'],
  ])('F31: reports an unreachable server with its errno, %s', async (errno, url) => {
    await using client = await connect({ type: 'http', url });
    await expect(client.request('initialize')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      data: { errno },
    });
  });

  it('reports a connection that is cut, and a request over its limit', async () => {
    await using cutting = await startRawServer((_, response) => response.destroy());
    await using cut = await connect({ type: 'http', url: cutting.url });
    await expect(cut.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
    });
    await using silent = await startRawServer(() => {});
    const limits = { requestTimeoutMs: 50, callTimeoutMs: 60_000 };
    await using client = await connect({ type: 'http', url: silent.url }, limits);
    const call = client.request('tools/call').catch(() => 'ended');
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      message: expect.stringContaining('No answer within 50 ms'),
    });
    const wait = new Promise((resolve) => setTimeout(resolve, 150, 'open'));
    expect(await Promise.race([call, wait])).toBe('open');
  });

  it.each([
    ['a page', { 'content-type': 'text/html' }, '<html>log in</html>'],
    ['broken JSON', json, '{"jsonrpc":'],
    ['other JSON', json, '{"ok":true}'],
  ])('reports %s instead of a message', async (_, headers, body) => {
    await using server = await startRawServer((_request, response) => {
      response.writeHead(200, headers).end(body);
    });
    await using client = await connect({ type: 'http', url: server.url });
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
    });
  });

  it.each([
    ['a line feed within', { 'X-Key': 'a\nb' }, 'X-Key', 'U+000A at position 2'],
    ['a character beyond Latin-1', { 'X-Key': 'ключ' }, 'X-Key', 'U+043A at position 1'],
    ['a name with a space', { 'X Key': 'a' }, 'X Key', 'its name is not allowed'],
  ])('refuses a header with %s, and names it', (_, headers, name, problem) => {
    const create = () => createTransport({ type: 'http', url: 'http://any.example', headers });
    expect(create).toThrow(
      expect.objectContaining({
        code: 'TOOLPOOL_TRANSPORT_HEADER_INVALID',
        message: expect.stringMatching(
          new RegExp(`header "${name}": .*${problem.replace('+', '\\+')}`),
        ),
      }),
    );
  });

  it('sends a header without the line end that follows its value', async () => {
    await using server = await startFixtureHttpServer({ requireHeader: { 'x-key': 'value' } });
    await using client = await connect({
      type: 'http',
      url: server.url,
      headers: { 'X-Key': 'value\r\n' },
    });
    expect(await client.request('initialize')).toHaveProperty('result');
  });

  it('sends the user and password of a URL as credentials, and never shows them', async () => {
    await using server = await startRawServer((_, response) => response.writeHead(401).end());
    const url = server.url.replace('//', '//user:pass%20word@');
    await using client = await connect({ type: 'http', url });
    await expect(client.request('any')).rejects.toMatchObject({
      message: expect.not.stringMatching(/user|pass/),
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('user:pass word')}`);
  });

  it.each(['no url', 'file:///etc/passwd', 'javascript:alert(1)'])('refuses %s', (url) => {
    expect(() => createTransport({ type: 'http', url })).toThrow(
      expect.objectContaining({ code: 'TOOLPOOL_TRANSPORT_UNREACHABLE' }),
    );
  });

  it('follows a redirect within its origin, with its headers', async () => {
    await using server = await startRawServer((request, response, body) => {
      if (request.url === '/mcp') response.writeHead(307, { location: '/moved' }).end();
      else
        response
          .writeHead(200, json)
          .end(answer(JSON.parse(body).id, { key: request.headers['x-key'] }));
    });
    await using client = await connect({
      type: 'http',
      url: server.url,
      headers: { 'x-key': 'value' },
    });
    expect(await client.request('any')).toMatchObject({ result: { key: 'value' } });
  });

  it('fault 71: follows no redirect to another origin, and sends it nothing', async () => {
    await using other = await startRawServer((_, response) => response.end());
    await using server = await startRawServer((_, response) => {
      response.writeHead(307, { location: other.url }).end();
    });
    await using client = await connect({
      type: 'http',
      url: server.url,
      headers: { 'x-key': 'value' },
    });
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      data: { status: 307 },
      message: expect.stringContaining(other.url),
    });
    expect(other.requests).toEqual([]);
  });

  it.each([
    [400, 'text/plain'],
    [404, 'text/plain'],
    [405, 'text/plain'],
    [500, 'text/plain'],
    [200, 'text/html'],
  ])(
    'fault 62: does without the optional stream that a GET answers with %i %s',
    async (status, type) => {
      await using server = await startRawServer((request, response, body) => {
        if (request.method === 'GET')
          response.writeHead(status, { 'content-type': type }).end('no');
        else if (body.includes('"id"')) {
          response.writeHead(200, json).end(answer(JSON.parse(body).id));
        } else response.writeHead(202).end();
      });
      await using client = await connect({ type: 'http', url: server.url });
      await client.transport.send(INITIALIZED);
      await waitUntil(() => server.requests.some(({ method }) => method === 'GET'));
      expect(await client.request('any')).toMatchObject({ result: {} });
      expect(client.errors).toEqual([]);
      expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
    },
  );

  it('hears the server on the optional stream', async () => {
    await using server = await startRawServer((request, response) => {
      const isStream = request.method === 'GET';
      response.writeHead(isStream ? 200 : 202, { 'content-type': 'text/event-stream' });
      if (!isStream) response.end();
      else response.write('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
    });
    await using client = await connect({ type: 'http', url: server.url });
    await client.transport.send(INITIALIZED);
    await waitUntil(() => client.messages.length === 1);
  });

  it.each([
    ['JSON', json, (id: number) => answer(id, { text: 'x'.repeat(1_000_000) })],
    [
      'an event stream',
      { 'content-type': 'text/event-stream' },
      (id: number) => `data: ${answer(id, { text: 'x'.repeat(1_000_000) })}\n\n`,
    ],
  ])('fails the call alone whose answer as %s is over the limit', async (_, headers, body) => {
    await using server = await startRawServer((_request, response, text) => {
      const { id, method } = JSON.parse(text);
      const small = headers === json ? answer(id) : `data: ${answer(id)}\n\n`;
      const bytes = gzipSync(method === 'big' ? body(id) : small);
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(bytes);
    });
    await using client = await connect(
      { type: 'http', url: server.url },
      { maxMessageBytes: 100_000 },
    );
    const big = client.request('big');
    await expect(big.then(({ error }) => Promise.reject(error))).rejects.toMatchObject({
      code: expect.anything(),
    });
    expect(client.messages).toMatchObject([
      { error: { data: { toolpool: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE' } } },
    ]);
    expect(await client.request('small')).toMatchObject({ result: {} });
  });

  it('bounds each event of a stream, not the stream', async () => {
    await using server = await startRawServer((_, response, text) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let event = 0; event < 100; event += 1) {
        response.write(
          `data: {"jsonrpc":"2.0","method":"n","params":{"x":"${'y'.repeat(50)}"}}\n\n`,
        );
      }
      response.end(`data: ${answer(JSON.parse(text).id)}\r\n\r\n`);
    });
    await using client = await connect({ type: 'http', url: server.url }, { maxMessageBytes: 500 });
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(client.messages).toHaveLength(101);
  });

  const LOST = { error: { data: { toolpool: 'TOOLPOOL_TRANSPORT_CLOSED' } } };

  it.each([
    ['ends', false, ': nothing yet\n\n'],
    ['ends within an event', false, 'data: {"jsonrpc":'],
    ['breaks', true, ': nothing yet\n\n'],
    ['breaks within an event', true, 'data: {"jsonrpc":'],
  ])(
    'fault 59: a stream that %s without the answer fails its request',
    async (_, breaks, start) => {
      await using server = await startRawServer((_request, response, text) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (JSON.parse(text).method === 'good')
          response.end(`data: ${answer(JSON.parse(text).id)}\n\n`);
        else if (breaks) response.write(start, () => setTimeout(() => response.destroy(), 20));
        else response.end(start);
      });
      await using client = await connect({ type: 'http', url: server.url });
      expect(await client.request('lost')).toMatchObject(LOST);
      expect(await client.request('good')).toMatchObject({ result: {} });
      expect(client.messages).toHaveLength(2);
    },
  );

  it('takes an answer whose event lacks its blank line at the end of the stream', async () => {
    await using server = await startRawServer((_, response, text) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${answer(JSON.parse(text).id)}`);
    });
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ result: {} });
  });

  it('resumes a stream that ends without the answer, behind its last event', async () => {
    let id: unknown;
    await using server = await startRawServer((request, response, text) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (request.method === 'POST') {
        id = JSON.parse(text).id;
        response.end('retry: 10\nid: 7\ndata: \n\n');
      } else if (request.headers['last-event-id'] === '7') response.end(`data: ${answer(id)}\n\n`);
    });
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(client.messages).toHaveLength(1);
  });

  it('closes at once with a request under way, and soon with a server that keeps its session', async () => {
    await using server = await startRawServer((request, response, body) => {
      const { method } = body === '' ? { method: request.method } : JSON.parse(body);
      if (method !== 'initialize') return;
      response
        .writeHead(200, { ...json, 'mcp-session-id': 'abc' })
        .end(answer(JSON.parse(body).id));
    });
    const client = await connect({ type: 'http', url: server.url });
    await client.request('initialize');
    const pending = client.request('any');
    pending.catch(() => {});
    await waitUntil(() => server.requests.length === 2);
    const start = performance.now();
    const closing = client.transport.close();
    await expect(pending).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    expect(performance.now() - start).toBeLessThan(900);
    await closing;
    expect(performance.now() - start).toBeLessThan(2000);
    expect(server.requests.at(-1)?.method).toBe('DELETE');
  });

  it('does not start once it is closed', async () => {
    const { transport, closes } = attach(
      createTransport({ type: 'http', url: 'http://127.0.0.1:9' }),
    );
    await transport.close();
    await expect(transport.start()).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    expect(closes()).toBe(1);
  });
});
