import type { lookup } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createGuardedFetch, type GuardedFetchOptions } from '../../src/index.ts';
import { classifyAddress } from '../../src/urls/address-classes.ts';
import { addressOf } from '../../src/urls/reach.ts';
import { SSRF_TARGETS } from './corpus.ts';
import { mutatedUrls } from './mutated-urls.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './tls-fixture.ts';

interface Listening extends AsyncDisposable {
  readonly port: number;
  readonly sockets: () => number;
}

async function listening(listener: RequestListener, isSecure = false): Promise<Listening> {
  const server = isSecure
    ? createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, listener)
    : createServer(listener);
  let sockets = 0;
  server.on('connection', () => {
    sockets += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets: () => sockets,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves every name to this machine. */
const toThisMachine = ((_name: string, _options: object, callback: (...args: unknown[]) => void) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup;

const fromPublic = (more: Partial<GuardedFetchOptions> = {}) =>
  createGuardedFetch({
    serverUrl: new URL('https://mcp.example/mcp'),
    environment: {},
    lookup: toThisMachine,
    ...more,
  });

const refused = expect.objectContaining({ code: 'TOOLPOOL_URL_REFUSED' });

/** Nobody's computer is dialled by a test. */
function isPublicAddress(text: string): boolean {
  const address = URL.canParse(text) ? addressOf(new URL(text).hostname) : undefined;
  return address !== undefined && classifyAddress(address) === 'public';
}

/** By the guard, or by `fetch`, which knows ports that no web server has. */
function isRefusal(error: Error & { readonly code?: string }): boolean {
  const { cause } = (error.cause ?? {}) as Error;
  const isBadPort = cause instanceof Error && cause.message === 'bad port';
  return error.code === 'TOOLPOOL_URL_REFUSED' || isBadPort;
}

describe('what a public server leads to', () => {
  it('reaches no canary on this machine or a private network', async () => {
    await using canary = await listening((_, response) => response.end('{}'));
    const fetch = fromPublic();
    for (const target of SSRF_TARGETS) {
      const url = target.replace('PORT', String(canary.port));
      await expect(fetch(url), url).rejects.toEqual(refused);
    }
    expect(canary.sockets()).toBe(0);
  });

  it('reaches none through a redirect either', async () => {
    await using canary = await listening((_, response) => response.end('{}'));
    await using home = await listening((request, response) => {
      const target = SSRF_TARGETS[Number(request.url?.slice(1))] ?? '';
      const location = target.replace('PORT', String(canary.port));
      response.writeHead(302, { location: encodeURI(location) }).end();
    }, true);
    const fetch = fromPublic({ ca: TEST_CERTIFICATE });
    for (const [index, target] of SSRF_TARGETS.entries()) {
      const from = `https://mcp.example:${home.port}/${index}`;
      await expect(fetch(from), target).rejects.toEqual(refused);
    }
    expect(home.sockets()).toBe(SSRF_TARGETS.length);
    expect(canary.sockets()).toBe(0);
  });

  const redirects = process.env.TOOLPOOL_SOAK === '1' ? 10_000 : 200;

  it(`reaches none by 10,000 mutated URLs, nor by ${redirects} mutated redirects`, async () => {
    await using canary = await listening((_, response) => response.end('{}'));
    const mutated = mutatedUrls(10_000)
      .map((url) => url.replace('PORT', String(canary.port)))
      .filter((url) => !isPublicAddress(url));
    const fetch = fromPublic({ ca: TEST_CERTIFICATE });
    const refusals = await Promise.all(mutated.map((url) => fetch(url).catch((error) => error)));
    expect(refusals.filter((error) => !isRefusal(error))).toEqual([]);
    await using home = await listening((request, response) => {
      const [, coded] = /^\/to\?go=([\w-]+)$/.exec(request.url ?? '') ?? [];
      if (coded === undefined) return void response.end('at home');
      const location = Buffer.from(coded, 'base64url').toString('latin1');
      response.writeHead(302, { location }).end();
    }, true);
    const locations = mutated
      .filter((url) => !/[^\t\x20-\x7e\x80-\xff]|^$/.test(url))
      .slice(0, redirects);
    for (const location of locations) {
      const from = `https://mcp.example:${home.port}/to?go=${Buffer.from(location, 'latin1').toString('base64url')}`;
      const answer = await fetch(from).catch((error) => error);
      // A relative one leads to the server itself.
      expect(answer, location).toSatisfy((error) => isRefusal(error) || error.status < 400);
    }
    expect(canary.sockets()).toBe(0);
  }, 600_000);

  it('takes what a name resolves to when it dials, and dials only that', async () => {
    await using canary = await listening((_, response) => response.end('{}'));
    let asked = 0;
    const rebinding = ((
      _name: string,
      _options: object,
      callback: (...args: unknown[]) => void,
    ) => {
      asked += 1;
      callback(null, [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    }) as unknown as typeof lookup;
    const fetch = fromPublic({ lookup: rebinding });
    await expect(fetch(`https://auth.example:${canary.port}/`)).rejects.toEqual(refused);
    expect(asked).toBe(1);
    expect(canary.sockets()).toBe(0);
  });

  it('reaches its own host wherever that is, and private ones where the user says so', async () => {
    await using home = await listening((_, response) => response.end('{"ok":true}'), true);
    const [own, other] = ['mcp', 'auth'].map((name) => `https://${name}.example:${home.port}/`);
    const trusting = { ca: TEST_CERTIFICATE, allowPrivateAddresses: true };
    expect(await (await fromPublic({ ca: TEST_CERTIFICATE })(own ?? '')).json()).toEqual({
      ok: true,
    });
    expect(await (await fromPublic(trusting)(other ?? '')).json()).toEqual({ ok: true });
    const environment = { TOOLPOOL_PRIVATE_LOGIN_SERVERS: '1' };
    const allowed = fromPublic({ ca: TEST_CERTIFICATE, environment });
    expect(await (await allowed(other ?? '')).json()).toEqual({ ok: true });
    await expect(fromPublic({ ca: TEST_CERTIFICATE })(other ?? '')).rejects.toMatchObject({
      code: 'TOOLPOOL_URL_REFUSED',
      hint: expect.stringContaining('TOOLPOOL_PRIVATE_LOGIN_SERVERS=1'),
    });
  });
});

describe('behind a proxy', () => {
  it('the proxy resolves names, and addresses are checked all the same', async () => {
    await using home = await listening((_, response) => response.end('{"ok":true}'), true);
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      asked.push(url);
      const target = connect(home.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(target).pipe(socket);
      });
      for (const end of [socket, target]) end.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'direct.example' };
    const fetch = fromPublic({ ca: TEST_CERTIFICATE, environment });
    expect(await (await fetch('https://auth.example/')).json()).toEqual({ ok: true });
    for (const url of ['https://10.0.0.1/', 'https://127.0.0.1/', 'https://direct.example/']) {
      await expect(fetch(url), url).rejects.toEqual(refused);
    }
    expect(asked).toEqual(['auth.example:443']);
    proxy.close();
  });
});

describe('requests about logins', () => {
  async function local(listener: RequestListener, more: Partial<GuardedFetchOptions> = {}) {
    const server = await listening(listener);
    const url = `http://127.0.0.1:${server.port}/`;
    const fetch = createGuardedFetch({ serverUrl: new URL(url), environment: {}, ...more });
    return { url, fetch, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }

  it('follow redirects of GET, without credentials for another origin, and few', async () => {
    const seen: (string | undefined)[] = [];
    await using other = await local((request, response) => {
      seen.push(request.headers.authorization);
      response.end('done');
    });
    await using first = await local((request, response) => {
      const location = request.url === '/loop' ? '/loop' : other.url;
      response.writeHead(307, { location }).end();
    });
    const headers = { authorization: 'Bearer secret-token' };
    expect(await (await first.fetch(first.url, { headers })).text()).toBe('done');
    expect(seen).toEqual([undefined]);
    await expect(first.fetch(`${first.url}loop`)).rejects.toEqual(refused);
    const post = { method: 'POST', body: 'refresh_token=secret' };
    await expect(first.fetch(first.url, post)).rejects.toEqual(refused);
    expect(seen).toHaveLength(1);
  });

  it('read bodies that are short, also when they are packed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await using server = await local((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    await expect(server.fetch(server.url)).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
    });
  });

  it('end in time, whenever the answer stops', async () => {
    const slow: RequestListener = (_, response) => void response.writeHead(200).write('{');
    await using server = await local(slow, { timeoutMs: 200 });
    await expect(server.fetch(server.url)).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      message: expect.stringContaining('took longer than 200 ms'),
    });
  });

  it('reject with the reason of their signal', async () => {
    await using server = await local(() => undefined);
    const controller = new AbortController();
    const request = server.fetch(server.url, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');
  });
});
