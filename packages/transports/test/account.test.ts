import { describe, expect, it } from 'vitest';
import { createProxyFetch, createTransport, type TokenSource } from '../src/index.ts';
import { answer, connect, startRawServer } from './http-fixture.ts';

/** An account whose token counts up with each renewal. */
function createAccount(renew: (refused: string) => Promise<boolean> | boolean = () => true) {
  let version = 1;
  const refused: string[] = [];
  let checks = 0;
  const tokens: TokenSource = {
    accessToken: () => (version === 0 ? undefined : `token-${version}`),
    async refreshIfDue() {
      checks += 1;
    },
    async refresh(token) {
      refused.push(token);
      await new Promise(setImmediate);
      const isRenewed = await renew(token);
      if (isRenewed) version += 1;
      return isRenewed;
    },
  };
  const set = (next: number) => {
    version = next;
  };
  return { tokens, refused, checks: () => checks, set };
}

/** Accepts one token; every other one is answered 401 with its number. */
function acceptOnly(token: string, sent: string[] = []): typeof fetch {
  return async (_, init) => {
    const authorization = new Headers(init?.headers).get('authorization') ?? '';
    sent.push(authorization);
    const isGood = authorization === `Bearer ${token}`;
    return new Response(`answer ${sent.length}`, { status: isGood ? 200 : 401 });
  };
}

describe('createProxyFetch', () => {
  it('asks for a refresh if due and sends the token with each request', async () => {
    const { tokens, checks } = createAccount();
    const sent: string[] = [];
    const proxied = createProxyFetch(acceptOnly('token-1', sent), tokens);
    await proxied('https://proxy.example/a', { headers: { 'x-own': '1' } });
    await proxied(new Request('https://proxy.example/b', { method: 'POST', body: 'text' }));
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-1']);
    expect(checks()).toBe(2);
  });

  it('fails when there is no token, and sends nothing', async () => {
    const account = createAccount();
    account.set(0);
    const sent: string[] = [];
    const proxied = createProxyFetch(acceptOnly('token-1', sent), account.tokens);
    await expect(proxied('https://proxy.example')).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
    });
    expect(sent).toEqual([]);
  });

  it('has the token that was sent renewed on 401, and tries once more', async () => {
    const { tokens, refused } = createAccount();
    const sent: string[] = [];
    const response = await createProxyFetch(
      acceptOnly('token-2', sent),
      tokens,
    )('https://p.example');
    expect(response.status).toBe(200);
    expect(refused).toEqual(['token-1']);
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('renews nothing when another request has done so in the meantime', async () => {
    const account = createAccount();
    const inner = acceptOnly('token-2');
    const proxied = createProxyFetch(async (input, init) => {
      const response = await inner(input, init);
      account.set(2);
      return response;
    }, account.tokens);
    expect((await proxied('https://p.example')).status).toBe(200);
    expect(account.refused).toEqual([]);
  });

  it('renews a token once for a hundred requests that were refused with it', async () => {
    const { tokens, refused } = createAccount();
    const servers = [1, 2].map(() => createProxyFetch(acceptOnly('token-2'), tokens));
    const all = await Promise.all(
      servers.flatMap((send) => Array.from({ length: 50 }, () => send('https://p.example'))),
    );
    expect(all.every(({ status }) => status === 200)).toBe(true);
    expect(refused).toEqual(['token-1']);
  });

  it.each<[string, (refused: string) => boolean]>([
    ['changes nothing', () => false],
    [
      'fails',
      () => {
        throw new Error('offline');
      },
    ],
  ])('returns the first response, unread, when the renewal %s', async (_, renew) => {
    const { tokens } = createAccount(renew);
    const response = await createProxyFetch(acceptOnly('token-2'), tokens)('https://p.example');
    expect(response.status).toBe(401);
    expect(await response.text()).toBe('answer 1');
  });

  it('returns the first response when the second request fails', async () => {
    const { tokens } = createAccount();
    let count = 0;
    const proxied = createProxyFetch(async () => {
      count += 1;
      if (count > 1) throw new TypeError('fetch failed');
      return new Response('first', { status: 401 });
    }, tokens);
    expect(await (await proxied('https://p.example')).text()).toBe('first');
    expect(count).toBe(2);
  });
});

describe('a server behind an account proxy', () => {
  const config = { type: 'claudeai-proxy', id: 'srv', url: 'http://127.0.0.1:9' } as const;

  it('is reached with the token of the account, which is renewed on the way', async () => {
    const { tokens, refused } = createAccount();
    await using server = await startRawServer((request, response, body) => {
      if (request.headers.authorization === 'Bearer token-2') answer(response, body);
      else response.writeHead(401).end();
    });
    const dependencies = { accountTokens: tokens };
    await using client = await connect({ ...config, url: server.url }, dependencies);
    const calls = await Promise.all([client.request('a'), client.request('b')]);
    expect(calls).toMatchObject([{ result: {} }, { result: {} }]);
    expect(refused).toEqual(['token-1']);
  });

  it('that quotes the token gets it masked', async () => {
    const { tokens } = createAccount();
    await using server = await startRawServer((request, response) => {
      response.writeHead(400).end(`bad ${request.headers.authorization}`);
    });
    const dependencies = { accountTokens: tokens };
    await using client = await connect({ ...config, url: server.url }, dependencies);
    await expect(client.request('any')).rejects.toMatchObject({
      message: expect.stringMatching(/bad Bearer \*\*\*$/),
      data: { body: 'bad Bearer ***' },
    });
  });

  it('without an account is a clear error', () => {
    expect(() => createTransport(config, { serverName: 'mail' })).toThrow(
      expect.objectContaining({ code: 'TOOLPOOL_SERVER_NEEDS_AUTH', server: 'mail' }),
    );
  });
});
