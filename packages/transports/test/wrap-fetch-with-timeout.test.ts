import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { wrapFetchWithTimeout } from '../src/index.ts';

/** Answers with what it was sent; never, for a path of `/hang`; half a body for `/half`. */
async function startServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    if (request.url === '/hang') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    const body = JSON.stringify({ method: request.method, accept: request.headers.accept });
    if (request.url === '/half') response.write(body.slice(0, 5));
    else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const timeoutError = { name: 'TimeoutError' };
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('wrapFetchWithTimeout', () => {
  it.each(['POST', 'DELETE', 'post'])(
    'ends a %s without an answer by a TimeoutError',
    async (method) => {
      await using server = await startServer();
      const { signal } = new AbortController();
      const request = wrapFetchWithTimeout(fetch, 30)(`${server.url}/hang`, { method, signal });
      const error: unknown = await request.catch((reason) => reason);
      expect(error).toBeInstanceOf(DOMException);
      expect(error).toMatchObject(timeoutError);
      expect(listeners(signal)).toBe(0);
    },
  );

  it('never limits a GET, whose streams stay open', async () => {
    await using server = await startServer();
    const caller = new AbortController();
    const request = wrapFetchWithTimeout(fetch, 10)(`${server.url}/hang`, {
      signal: caller.signal,
    });
    const outcome = Promise.race([
      request.catch((reason) => reason),
      new Promise((resolve) => setTimeout(resolve, 100, 'open')),
    ]);
    expect(await outcome).toBe('open');
    caller.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');
  });

  it('does not limit the body once the first byte is there', async () => {
    await using server = await startServer();
    const response = await wrapFetchWithTimeout(fetch, 500)(`${server.url}/half`, {
      method: 'POST',
    });
    const read = response.text();
    read.catch(() => {});
    const wait = new Promise((resolve) => setTimeout(resolve, 700, 'open'));
    expect(await Promise.race([read, wait])).toBe('open');
  });

  it('passes the abort of the caller to the request and to the body, with its reason', async () => {
    await using server = await startServer();
    const reason = new Error('changed my mind');
    for (const path of ['/hang', '/half']) {
      const caller = new AbortController();
      const wrapped = wrapFetchWithTimeout(fetch);
      const request = wrapped(server.url + path, { method: 'POST', signal: caller.signal });
      const read = request.then((response) => response.text());
      if (path === '/half') await request;
      caller.abort(reason);
      await expect(read).rejects.toBe(reason);
      expect(listeners(caller.signal)).toBe(0);
    }
    const aborted = AbortSignal.abort(reason);
    await expect(
      wrapFetchWithTimeout(fetch)(server.url, { method: 'POST', signal: aborted }),
    ).rejects.toBe(reason);
  });

  it('lets go of the signal of the caller once the body is read, cancelled or absent', async () => {
    await using server = await startServer();
    const { signal } = new AbortController();
    const wrapped = wrapFetchWithTimeout(fetch);
    const send = () => wrapped(server.url, { method: 'POST', signal });
    await (await send()).json();
    await (await send()).body?.cancel();
    const empty = wrapFetchWithTimeout(async () => new Response(null, { status: 202 }));
    await empty('http://any.example', { method: 'POST', signal });
    expect(listeners(signal)).toBe(0);
  });

  it.each([
    ['POST', {}, 'application/json, text/event-stream'],
    ['GET', {}, 'application/json, text/event-stream'],
    ['GET', { Accept: 'text/event-stream' }, 'text/event-stream'],
  ])('accepts JSON and event streams in a %s with %j', async (method, headers, accept) => {
    await using server = await startServer();
    const response = await wrapFetchWithTimeout(fetch)(server.url, { method, headers });
    expect(await response.json()).toEqual({ method, accept });
    expect(response.url).toBe(`${server.url}/`);
  });

  it('takes a Request, with its method, headers and signal', async () => {
    await using server = await startServer();
    const caller = new AbortController();
    const headers = { accept: 'application/json' };
    const request = new Request(server.url, { method: 'POST', headers, signal: caller.signal });
    const response = await wrapFetchWithTimeout(fetch)(request);
    expect(await response.json()).toEqual({ method: 'POST', accept: 'application/json' });
    caller.abort();
    await expect(wrapFetchWithTimeout(fetch)(new Request(request))).rejects.toThrow();
  });

  it('keeps no process alive by its timer', async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const wrapped = wrapFetchWithTimeout(() => new Promise(() => {}), 60_000);
    void wrapped('http://any.example', { method: 'POST' });
    const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    expect(after).toBe(before);
  });
});
