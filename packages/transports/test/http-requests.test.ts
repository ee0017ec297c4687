import { createServer } from 'node:net';
import { createGzip } from 'node:zlib';
import { startChaosProxy, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createTransport } from '../src/index.ts';
import { attach } from './fixture-client.ts';
import {
  answer,
  answerTo,
  connect,
  EVENTS_TYPE,
  JSON_TYPE,
  startRawServer,
} from './http-fixture.ts';

describe('a refusal', () => {
  const refusal = (id: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32042, message: 'no', data: { a: 1 } } });

  it.each([400, 404, 422, 429])('fault 74: JSON-RPC in a %i is the answer', async (status) => {
    await using server = await startRawServer((_, response, body) => {
      response.writeHead(status, JSON_TYPE).end(refusal(JSON.parse(body).id));
    });
    await using client = await connect({ type: 'http', url: server.url });
    const error = { code: -32042, message: 'no', data: { a: 1 } };
    expect(await client.request('any')).toMatchObject({ error });
    expect(client.errors).toEqual([]);
  });

  it.each([
    ['of another request', 400, 99],
    ['of no request', 400, null],
    ['that asks for credentials', 401, 1],
    ['that forbids', 403, 1],
  ])('fault 74: JSON-RPC %s stays a status', async (_, status, id) => {
    await using server = await startRawServer((_request, response) => {
      response.writeHead(status, JSON_TYPE).end(refusal(id));
    });
    await using client = await connect({ type: 'http', url: server.url });
    await expect(client.request('any')).rejects.toMatchObject({ data: { status } });
  });

  it('fault 74: JSON-RPC in a 4xx is the answer over HTTP+SSE, too', async () => {
    await using server = await startRawServer((request, response) => {
      if (request.method === 'POST') response.writeHead(400, JSON_TYPE).end(refusal(1));
      else response.writeHead(200, EVENTS_TYPE).write('event: endpoint\ndata: /messages\n\n');
    });
    await using client = await connect({ type: 'sse', url: server.url });
    expect(await client.request('any')).toMatchObject({ error: { code: -32042 } });
  });
});

describe('a refusal for now', () => {
  const startBusy = (status: number, retryAfter: string | undefined, times = 1) => {
    let left = times;
    return startRawServer((_, response, body) => {
      left -= 1;
      if (left < 0) answer(response, body);
      else response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end('busy');
    });
  };

  it.each([
    ['tools/call', 429, '0'],
    ['tools/call', 429, 'Wed, 21 Oct 2015 07:28:00 GMT'],
    ['tools/list', 429, '0'],
    ['tools/list', 503, '0'],
  ])('fault 75, F32: %s answered %i with %j is sent again', async (method, status, retryAfter) => {
    await using server = await startBusy(status, retryAfter);
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request(method)).toMatchObject({ result: {} });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['a wait over the budget', 'tools/list', 429, '3600', /It asks to wait 3600 s\.$/],
    ['no word about the wait', 'tools/list', 429, undefined, /: busy$/],
    ['a doubt whether it ran', 'tools/call', 503, '0', /It asks to wait 0 s\.$/],
  ])('fault 75, F32: %s is an error at once', async (_, method, status, retryAfter, message) => {
    await using server = await startBusy(status, retryAfter);
    await using client = await connect({ type: 'http', url: server.url });
    await expect(client.request(method)).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      message: expect.stringMatching(message),
      data: { status, ...(retryAfter && { retryAfterMs: Number(retryAfter) * 1000 }) },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('fault 75: a message is sent five times at most', async () => {
    await using server = await startBusy(429, '0', 100);
    await using client = await connect({ type: 'http', url: server.url });
    await expect(client.request('any')).rejects.toMatchObject({ data: { status: 429 } });
    expect(server.requests).toHaveLength(5);
  });

  it('ends its wait with the transport', async () => {
    await using server = await startBusy(429, '20');
    const client = await connect({ type: 'http', url: server.url });
    const pending = client.request('any').catch((error: unknown) => error);
    await waitUntil(() => server.requests.length === 1);
    await client.transport.close();
    expect(await pending).toMatchObject({ code: 'TOOLPOOL_TRANSPORT_CLOSED' });
  });
});

describe('redirects', () => {
  const startRedirecting = (status: number, location: string) =>
    startRawServer((request, response, body) => {
      if (request.url === '/mcp') response.writeHead(status, { location }).end();
      else answer(response, body, { method: request.method });
    });

  it.each([307, 308])('fault 71: a %i inside the origin is followed', async (status) => {
    await using server = await startRedirecting(status, '/moved');
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ result: { method: 'POST' } });
  });

  it.each([
    ['a 301, which makes a GET of a POST', 301, '/moved', 1],
    ['a loop', 307, '/mcp', 4],
    ['another port', 307, 'http://127.0.0.1:9/mcp?token=secret', 1],
    ['another scheme', 307, 'https://127.0.0.1/mcp', 1],
    ['a location with credentials', 307, 'http://user:pass@127.0.0.1:9/mcp', 1],
  ])('fault 71, F40: %s is refused, and named', async (_, status, location, requests) => {
    await using server = await startRedirecting(status, location);
    await using client = await connect({ type: 'http', url: server.url });
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      data: { status },
      message: expect.stringMatching(
        /a redirect to http(?!.*(?:secret|pass)).*, which is not followed/,
      ),
    });
    expect(server.requests).toHaveLength(requests);
  });
});

describe('an answer', () => {
  it.each([
    ['JSON', JSON_TYPE, (text: string) => `\uFEFF${text}`],
    ['events', EVENTS_TYPE, (text: string) => `\uFEFFdata: \uFEFF${text}\n\n`],
  ])('fault 40: may begin with a byte-order mark, as %s', async (_, type, mark) => {
    await using server = await startRawServer((_, response, body) =>
      response.writeHead(200, type).end(mark(answerTo(body, { ok: true }))),
    );
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ result: { ok: true } });
  });

  it('F34: that is a page is an error with its type and its beginning, cleaned', async () => {
    await using server = await startRawServer((_, response) => {
      const page = `<h1>Log \u001b[31min</h1>${'x'.repeat(10_000)}`;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    await using client = await connect({ type: 'http', url: server.url });
    const failure = await client.request('any').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
      message: expect.stringMatching(/it has text\/html; charset=utf-8: <h1>Log in<\/h1>x+/),
      data: { contentType: 'text/html; charset=utf-8' },
    });
    expect((failure as { data: { body: string } }).data.body.length).toBeLessThanOrEqual(4097);
  });

  it('F35: whose headers drip is over its limit like any other', async () => {
    const server = createServer((socket) => {
      const text = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
      let index = 0;
      const timer = setInterval(() => socket.write(text.charAt(index++) || 'x'), 10);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}/mcp`;
    await using client = await connect({ type: 'http', url }, { requestTimeoutMs: 100 });
    await expect(client.request('any')).rejects.toMatchObject({
      message: expect.stringContaining('No answer within 100 ms'),
    });
    await client.transport.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['JSON', JSON_TYPE],
    ['an event stream', EVENTS_TYPE],
  ])('F36, F38: that unfolds without end as %s is cut off at the limit', async (_, type) => {
    await using server = await startRawServer((_request, response, body) => {
      if (body.includes('small')) return answer(response, body);
      response.writeHead(200, { ...type, 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(response);
      const zeros = Buffer.alloc(1_000_000, 48);
      const write = () => {
        while (!response.destroyed && gzip.write(zeros));
        if (!response.destroyed) gzip.once('drain', write);
      };
      gzip.write(type === JSON_TYPE ? '"' : 'data: ');
      write();
      return undefined;
    });
    const limits = { maxMessageBytes: 4_000_000 };
    await using client = await connect({ type: 'http', url: server.url }, limits);
    const before = process.memoryUsage().rss;
    expect(await client.request('big')).toMatchObject({
      error: { data: { toolpool: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE' } },
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
    expect(await client.request('small')).toMatchObject({ result: {} });
  });

  it.each(['\n', '\r\n', '\r'])('has events with lines that end with %j', async (lineEnd) => {
    await using server = await startRawServer((_, response, body) => {
      const lines = [`\uFEFF: hello`, 'event: response', `data: ${answerTo(body)}`, '', ''];
      response.writeHead(200, EVENTS_TYPE).write(lines.join(lineEnd));
    });
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ result: {} });
  });
});

describe('the sockets', () => {
  it('of 1,000 calls in flight are 64 at most, and what is said beside them gets through', async () => {
    const waiting: (() => void)[] = [];
    await using server = await startRawServer((_, response, body) => {
      if (body.includes('"id"')) waiting.push(() => answer(response, body));
      else response.writeHead(202).end();
    });
    await using proxy = await startChaosProxy(server.url);
    await using client = await connect({ type: 'http', url: proxy.url });
    const calls = Array.from({ length: 1000 }, () => client.request('tools/call'));
    await waitUntil(() => waiting.length >= 50, { timeoutMs: 20_000 });
    await client.transport.send({ jsonrpc: '2.0', method: 'notifications/progress' });
    const timer = setInterval(() => {
      for (const reply of waiting.splice(0)) reply();
    }, 1);
    const answers = await Promise.all(calls);
    clearInterval(timer);
    expect(answers.every(({ result }) => result !== undefined)).toBe(true);
    expect(proxy.connections.peak).toBeLessThanOrEqual(64);
  });

  it('are all gone once the transport is closed', async () => {
    await using server = await startRawServer((_, response, body) => answer(response, body));
    await using proxy = await startChaosProxy(server.url);
    const client = await connect({ type: 'http', url: proxy.url });
    await Promise.all(Array.from({ length: 20 }, () => client.request('any')));
    await client.transport.close();
    await waitUntil(() => proxy.connections.open === 0);
  });

  it('fault 71: a WebSocket address is no address of this transport', () => {
    expect(() => attach(createTransport({ type: 'http', url: 'ws://127.0.0.1' }))).toThrow(
      'is no HTTP URL',
    );
  });
});
