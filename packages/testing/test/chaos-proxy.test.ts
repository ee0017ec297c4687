import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startChaosProxy, type Toxics, waitUntil } from '../src/index.ts';

const BODY = 'x'.repeat(20_000);

async function startServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_, response) => response.end(BODY));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/any`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const get = async (url: string, signal?: AbortSignal) => {
  const init = { headers: { connection: 'close' }, ...(signal && { signal }) };
  return (await fetch(url, init)).text();
};

describe('startChaosProxy', () => {
  it('passes bytes on and counts them', async () => {
    await using server = await startServer();
    await using proxy = await startChaosProxy(server.url);
    expect(await get(proxy.url)).toBe(BODY);
    expect(proxy.bytes.toClient).toBeGreaterThan(BODY.length);
    expect(proxy.connections).toMatchObject({ total: 1, peak: 1 });
    await waitUntil(() => proxy.connections.open === 0);
  });

  it.each<[Toxics, number]>([
    [{ latencyMs: 60 }, 100],
    [{ bytesPerSecond: 200_000 }, 80],
    [{ slowCloseMs: 1, sliceBytes: 7 }, 0],
  ])('passes everything on with %j', async (toxics, leastMs) => {
    await using server = await startServer();
    await using proxy = await startChaosProxy(server.url, toxics);
    const start = performance.now();
    expect(await get(proxy.url)).toBe(BODY);
    expect(performance.now() - start).toBeGreaterThan(leastMs);
  });

  it.each<Toxics>([
    { down: true },
    { reset: true },
    { limitBytes: 500 },
    { limitBytes: 500, reset: true },
  ])('fails a request with %j, and no longer once it is switched off', async (toxics) => {
    await using server = await startServer();
    await using proxy = await startChaosProxy(server.url, toxics);
    await expect(get(proxy.url)).rejects.toThrow();
    proxy.set({});
    expect(await get(proxy.url)).toBe(BODY);
  });

  it('keeps a connection half open when it swallows everything', async () => {
    await using server = await startServer();
    await using proxy = await startChaosProxy(server.url, { swallow: true });
    const abort = new AbortController();
    const pending = get(proxy.url, abort.signal).catch(() => 'aborted');
    await waitUntil(() => proxy.bytes.toServer > 0);
    expect(await Promise.race([pending, new Promise((r) => setTimeout(r, 50, 'open'))])).toBe(
      'open',
    );
    abort.abort();
    expect(await pending).toBe('aborted');
  });
});
