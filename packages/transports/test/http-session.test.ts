import { startChaosProxy, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import {
  answer,
  answerTo,
  connect,
  EVENTS_TYPE,
  JSON_TYPE,
  startRawServer,
} from './http-fixture.ts';

const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
const LOST = { error: { data: { toolpool: 'TOOLPOOL_TRANSPORT_CLOSED' } } };

/** A server that gives out a session, and answers everything after the first request as told. */
function startForgetful(status: number, headers: Record<string, string>, text: string) {
  return startRawServer((_, response, body) => {
    const isFirst = body.includes('initialize"');
    if (isFirst)
      response.writeHead(200, { ...JSON_TYPE, 'mcp-session-id': 's1' }).end(answerTo(body));
    else response.writeHead(status, headers).end(text);
  });
}

describe('a session', () => {
  it.each([
    ['nothing', {}, ''],
    ['a page', { 'content-type': 'text/html' }, '<h1>Not Found</h1>'],
    ['an error', JSON_TYPE, '{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"gone"}}'],
  ])('fault 60: that is answered 404 with %s has expired', async (_, headers, text) => {
    await using server = await startForgetful(404, headers, text);
    const client = await connect({ type: 'http', url: server.url });
    await client.request('initialize');
    const expired = { code: 'TOOLPOOL_SESSION_EXPIRED', data: { status: 404 } };
    await expect(client.request('tools/call')).rejects.toMatchObject(expired);
    expect(server.requests).toHaveLength(2);
    // F41: known to be gone, it is not asked for again, and not deleted.
    const storm = Array.from({ length: 50 }, () => client.request('tools/call'));
    for (const call of storm) await expect(call).rejects.toMatchObject(expired);
    await client.transport.close();
    expect(server.requests).toHaveLength(2);
  });

  it('fault 60: a 404 without a session is no expiry, and neither is one on the stream', async () => {
    await using server = await startRawServer((request, response, body) => {
      if (request.method === 'GET') response.writeHead(404).end();
      else if (body.includes('lost')) response.writeHead(404).end();
      else response.writeHead(200, JSON_TYPE).end(body.includes('"id"') ? answerTo(body) : '');
    });
    await using client = await connect({ type: 'http', url: server.url });
    await expect(client.request('lost')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
    });
    await client.transport.send(INITIALIZED);
    await waitUntil(() => server.requests.some(({ method }) => method === 'GET'));
    expect(await client.request('any')).toMatchObject({ result: {} });
  });

  it.each([404, 405, 501])(
    'fault 70: ends with DELETE, which may be answered %i',
    async (status) => {
      await using server = await startForgetful(status, {}, '');
      const client = await connect({ type: 'http', url: server.url });
      await client.request('initialize');
      await client.transport.close();
      expect(server.requests.at(-1)?.method).toBe('DELETE');
      expect(server.requests.at(-1)?.headers['mcp-session-id']).toBe('s1');
      expect(client.errors).toEqual([]);
    },
  );

  it('fault 70: is deleted after calls that failed, too', async () => {
    await using server = await startForgetful(500, {}, 'no');
    const client = await connect({ type: 'http', url: server.url });
    await client.request('initialize');
    await expect(client.request('tools/call')).rejects.toMatchObject({ data: { status: 500 } });
    await client.transport.close();
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  });
});

describe('the optional stream', () => {
  const startStream = (body: string, headers: Record<string, string> = EVENTS_TYPE) =>
    startRawServer((request, response, text) => {
      if (request.method === 'GET') response.writeHead(200, headers).end(body);
      else answer(response, text);
    });
  const getsOf = (server: Awaited<ReturnType<typeof startStream>>) =>
    server.requests.filter(({ method }) => method === 'GET').length;

  it('fault 63, F38: is not asked for in a tight loop when it closes at once', async () => {
    await using server = await startStream('retry: 0\n\n');
    await using client = await connect({ type: 'http', url: server.url });
    await client.transport.send(INITIALIZED);
    await waitUntil(() => getsOf(server) > 1);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(getsOf(server)).toBeLessThanOrEqual(4);
    expect(client.errors).toEqual([]);
  });

  it('F38: waits no more than a minute, whatever the server asks for', async () => {
    await using server = await startStream('retry: 1000000000000\n\n');
    await using client = await connect({ type: 'http', url: server.url });
    await client.transport.send(INITIALIZED);
    await waitUntil(() => getsOf(server) === 1);
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(getsOf(server)).toBe(1);
  });

  it('F39: is opened anew behind its last event when it ends after one', async () => {
    await using server = await startStream(
      'retry: 100\nid: 7\ndata: {"jsonrpc":"2.0","method":"n"}\n\n',
    );
    await using client = await connect({ type: 'http', url: server.url });
    await client.transport.send(INITIALIZED);
    await waitUntil(() => getsOf(server) === 3);
    expect(server.requests.at(-1)?.headers['last-event-id']).toBe('7');
    expect(client.messages.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [406, 'text/plain'],
    [200, 'text/html'],
  ])('fault 62: is done without when a GET is answered %i %s', async (status, type) => {
    await using server = await startRawServer((request, response, text) => {
      if (request.method === 'GET') response.writeHead(status, { 'content-type': type }).end('no');
      else answer(response, text);
    });
    await using client = await connect({ type: 'http', url: server.url });
    await client.transport.send(INITIALIZED);
    await waitUntil(() => getsOf(server) === 1);
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(client.errors).toEqual([]);
  });

  it('fault 62: that hangs holds up nothing, the end least of all', async () => {
    await using server = await startRawServer((request, response, text) => {
      if (request.method !== 'GET') answer(response, text);
    });
    const client = await connect({ type: 'http', url: server.url });
    await client.transport.send(INITIALIZED);
    await waitUntil(() => getsOf(server) === 1);
    expect(await client.request('any')).toMatchObject({ result: {} });
    await client.transport.close();
  });
});

describe('a stream with the answer', () => {
  it('fault 65: is not resumed once the answer was an error', async () => {
    await using server = await startRawServer((_, response, body) => {
      const error = { code: -32602, message: 'no' };
      const message = JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, error });
      response.writeHead(200, EVENTS_TYPE).end(`id: 1\ndata: \n\nid: 2\ndata: ${message}\n\n`);
    });
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ error: { code: -32602 } });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(server.requests).toHaveLength(1);
  });

  it('fault 59: fails its request when no attempt to resume it brings anything', async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, EVENTS_TYPE).end('retry: 1\nid: 1\ndata: \n\n');
    });
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject(LOST);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET']);
  });

  it.each([404, 405])(
    'fault 59: fails its request when resuming is answered %i',
    async (status) => {
      await using server = await startRawServer((request, response) => {
        if (request.method === 'GET') response.writeHead(status).end();
        else response.writeHead(200, EVENTS_TYPE).end('retry: 1\nid: 1\ndata: \n\n');
      });
      await using client = await connect({ type: 'http', url: server.url });
      expect(await client.request('any')).toMatchObject(LOST);
      expect(server.requests).toHaveLength(2);
    },
  );

  it.each([202, 204])('fault 59: a request answered %i fails at once', async (status) => {
    await using server = await startRawServer((_, response) => response.writeHead(status).end());
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject(LOST);
  });

  it.each([
    ['is cut', { limitBytes: 600 }],
    ['is reset', { limitBytes: 600, reset: true }],
  ])('F37, fault 78: that %s fails its call, which is not made again', async (_, toxics) => {
    let runs = 0;
    await using server = await startRawServer((_request, response, body) => {
      runs += 1;
      response.writeHead(200, EVENTS_TYPE).end(`data: ${answerTo(body, 'x'.repeat(5000))}\n\n`);
    });
    await using proxy = await startChaosProxy(server.url, toxics);
    await using client = await connect({ type: 'http', url: proxy.url });
    expect(await client.request('tools/call')).toMatchObject(LOST);
    expect(runs).toBe(1);
  });

  it('F37: that is cut behind an event is resumed there', async () => {
    await using server = await startRawServer((request, response, body) => {
      response.writeHead(200, EVENTS_TYPE);
      const isResumed = request.headers['last-event-id'] === '1';
      if (isResumed) response.end('data: {"jsonrpc":"2.0","id":1,"result":{"resumed":true}}\n\n');
      else response.end(`retry: 1\nid: 1\ndata: \n\ndata: ${answerTo(body, 'x'.repeat(5000))}\n\n`);
    });
    await using proxy = await startChaosProxy(server.url, { limitBytes: 600 });
    await using client = await connect({ type: 'http', url: proxy.url });
    expect(await client.request('any')).toMatchObject({ result: { resumed: true } });
    expect(client.messages).toHaveLength(1);
  });

  it('F37: is resumed behind an event whose id is no ASCII', async () => {
    const resumedBehind: unknown[] = [];
    await using server = await startRawServer((request, response, body) => {
      response.writeHead(200, EVENTS_TYPE);
      const id = request.headers['last-event-id'];
      if (id === undefined) return response.end('retry: 1\nid: ü–\u{1F4A1}\ndata: \n\n');
      resumedBehind.push(Buffer.from(String(id), 'latin1').toString('utf8'), body);
      return response.end('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    });
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(resumedBehind).toEqual(['ü–\u{1F4A1}', '']);
  });

  it('F37: fails behind an event whose id no header can hold', async () => {
    await using server = await startRawServer((_, response) =>
      response.writeHead(200, EVENTS_TYPE).end('retry: 1\nid: \u0001\ndata: \n\n'),
    );
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('tools/call')).toMatchObject(LOST);
  });

  it('fault 68: is let go of, with its socket, when the call is cancelled', async () => {
    let isClosed = false;
    await using server = await startRawServer((_, response, body) => {
      if (!body.includes('"id"')) return response.writeHead(202).end();
      response.on('close', () => {
        isClosed = true;
      });
      response.writeHead(200, EVENTS_TYPE).write('data: {"jsonrpc":"2.0","method":"n"}\n\n');
      return undefined;
    });
    await using client = await connect({ type: 'http', url: server.url });
    void client.request('tools/call').catch(() => undefined);
    await waitUntil(() => client.messages.length === 1);
    const params = { requestId: 1 };
    await client.transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await waitUntil(() => isClosed);
    expect(server.requests).toHaveLength(2);
    expect(client.messages).toHaveLength(1);
  });

  it('F37: on a half-open connection is let go of when the call is cancelled', async () => {
    await using server = await startRawServer((_, response, body) => answer(response, body));
    await using proxy = await startChaosProxy(server.url);
    await using client = await connect({ type: 'http', url: proxy.url });
    await client.request('any');
    proxy.set({ swallow: true });
    let isSettled = false;
    const call = client.transport
      .send({ jsonrpc: '2.0', id: 7, method: 'tools/call' })
      .finally(() => {
        isSettled = true;
      });
    const before = proxy.bytes.toServer;
    await waitUntil(() => proxy.bytes.toServer > before);
    expect(isSettled).toBe(false);
    const params = { requestId: 7 };
    const told = client.transport.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params,
    });
    told.catch(() => undefined);
    await call;
  });

  it('F35: whose JSON stops halfway is let go of when the call is cancelled', async () => {
    let isClosed = false;
    await using server = await startRawServer((_, response, body) => {
      if (!body.includes('"id"')) return response.writeHead(202).end();
      response.on('close', () => {
        isClosed = true;
      });
      response.writeHead(200, JSON_TYPE).write('{"jsonrpc":');
      return undefined;
    });
    await using client = await connect({ type: 'http', url: server.url });
    const call = client.transport.send({ jsonrpc: '2.0', id: 7, method: 'tools/call' });
    await waitUntil(() => server.requests.length === 1);
    const params = { requestId: 7 };
    await client.transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    await call;
    await waitUntil(() => isClosed);
    expect(client.messages).toEqual([]);
  });
});
