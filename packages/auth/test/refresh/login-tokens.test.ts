import { inspect } from 'node:util';
import { temporaryDirectory } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import {
  createGuardedFetch,
  createLoginTokens,
  createTokenStore,
  type StoredLogin,
} from '../../src/index.ts';
import { login } from '../logins/logins.ts';
import { startTokenServer, type TokenServer } from './token-server.ts';

const HOUR_MS = 3_600_000;

async function opened(more: Partial<StoredLogin> = {}) {
  const server: TokenServer = await startTokenServer();
  const directory = temporaryDirectory();
  const store = createTokenStore({ directory: directory.path, keychain: 'none' });
  const clock = { ms: Date.now() };
  const now = () => clock.ms;
  const fetch = createGuardedFetch({ serverUrl: new URL(server.url), environment: {} });
  const mine = login({ tokenEndpoint: server.url, ...more });
  await store.update(mine, async () => mine);
  const tokens = createLoginTokens({ store, fetch, now });
  return {
    server,
    store,
    clock,
    mine,
    tokens,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

const needsLogin = { code: 'TOOLPOOL_SERVER_NEEDS_AUTH' };
const unavailable = { code: 'TOOLPOOL_TRANSPORT_UNREACHABLE' };

describe('access tokens', () => {
  it('are given as they are while they live, and renewed before they end', async () => {
    await using it = await opened();
    expect(await it.tokens.accessToken(it.mine)).toBe('access-1');
    it.clock.ms += HOUR_MS - 61_000;
    expect(await it.tokens.accessToken(it.mine)).toBe('access-1');
    it.clock.ms += 2_000;
    expect(await it.tokens.accessToken(it.mine)).toBe('access-2');
    expect(it.server.requests[0]?.form.get('resource')).toBe(it.mine.resource);
    expect(it.server.requests[0]?.form.get('client_id')).toBe('client');
  });

  it('fault 128: are renewed once for all who ask at once, whichever way they learned of it', async () => {
    await using it = await opened();
    it.clock.ms += HOUR_MS;
    const asking = Array.from({ length: 30 }, (_, index) =>
      it.tokens.accessToken(it.mine, index % 2 === 0 ? 'access-1' : undefined),
    );
    expect(new Set(await Promise.all(asking))).toEqual(new Set(['access-2']));
    expect(it.server).toMatchObject({ refreshes: 1, revocations: 0 });
    // One that was refused late, with the old token, gets the new one without another refresh.
    expect(await it.tokens.accessToken(it.mine, 'access-1')).toBe('access-2');
    expect(it.server.requests).toHaveLength(1);
  });

  it.each([
    ['resets the connection', 'reset'],
    ['answers 503', { status: 503 }],
    ['answers 500 with an OAuth error', { status: 500, body: '{"error":"invalid_grant"}' }],
    ['answers 429', { status: 429, body: '{"error":"slow_down"}' }],
    ['answers a page', { status: 200, body: '<html>Welcome to the hotel</html>' }],
    ['answers an unknown error', { status: 400, body: '{"error":"invalid_request"}' }],
  ] as const)(
    'fault 130: stay when the login server %s, and it is left alone for a while',
    async (_, misdeed) => {
      await using it = await opened();
      it.clock.ms += HOUR_MS;
      it.server.misdeed = misdeed;
      await expect(it.tokens.accessToken(it.mine)).rejects.toMatchObject({
        ...unavailable,
        message: expect.stringContaining('temporarily unavailable'),
      });
      await expect(it.tokens.accessToken(it.mine)).rejects.toMatchObject(unavailable);
      expect(it.server.requests).toHaveLength(1);
      expect(await it.store.find(it.mine)).toEqual(it.mine);
      it.server.misdeed = undefined;
      it.clock.ms += 1_001;
      expect(await it.tokens.accessToken(it.mine)).toBe('access-2');
    },
  );

  it('are gone once the login server says that the login is, with either status', async () => {
    for (const status of [400, 200]) {
      await using it = await opened();
      it.clock.ms += HOUR_MS;
      it.server.misdeed = { status, body: '{"error":"invalid_grant"}' };
      await expect(it.tokens.accessToken(it.mine)).rejects.toMatchObject(needsLogin);
      expect(await it.store.find(it.mine)).toBeUndefined();
      await expect(it.tokens.accessToken(it.mine)).rejects.toMatchObject(needsLogin);
      expect(it.server.requests).toHaveLength(1);
    }
  });

  it('fault 128: are those of the store when somebody else stored newer ones meanwhile', async () => {
    await using it = await opened();
    const { store, mine, clock } = it;
    clock.ms += HOUR_MS;
    const newer = {
      ...mine,
      accessToken: 'newer',
      refreshToken: 'r',
      expiresAt: clock.ms + HOUR_MS,
    };
    // Between the two steps of the one who was refused: its lock is free for a moment.
    const racing: typeof store = {
      ...store,
      update: async (key, change) => {
        const result = await store.update(key, change);
        await store.update(key, async () => newer);
        return result;
      },
    };
    it.server.misdeed = { status: 400, body: '{"error":"invalid_grant"}' };
    const fetch = createGuardedFetch({ serverUrl: new URL(it.server.url), environment: {} });
    const tokens = createLoginTokens({ store: racing, fetch, now: () => clock.ms });
    expect(await tokens.accessToken(mine)).toBe('newer');
    expect(await store.find(mine)).toEqual(newer);
  });

  it('need a login when there is none, or no way to renew it', async () => {
    const { refreshToken: _, ...short } = login();
    await using it = await opened();
    await it.store.update(it.mine, async () => ({ ...short, tokenEndpoint: it.server.url }));
    expect(await it.tokens.accessToken(it.mine)).toBe('access-1');
    await expect(it.tokens.accessToken(it.mine, 'access-1')).rejects.toMatchObject(needsLogin);
    expect(await it.store.find(it.mine)).toMatchObject({ accessToken: 'access-1' });
    await it.store.remove(it.mine);
    await expect(it.tokens.accessToken(it.mine)).rejects.toMatchObject(needsLogin);
  });

  it.each([
    ['client_secret_basic', { authorization: `Basic ${btoa('client:s+e%3Acret')}` }, null],
    ['client_secret_post', {}, 's e:cret'],
  ] as const)('say who the client is: %s', async (clientAuthentication, headers, inForm) => {
    await using it = await opened({ clientAuthentication, clientSecret: 's e:cret' });
    await it.tokens.accessToken(it.mine, 'access-1');
    const [request] = it.server.requests;
    expect(request?.headers).toMatchObject(headers);
    expect(request?.form.get('client_secret')).toBe(inForm);
  });

  it('are in no error, nor is the refresh token', async () => {
    await using it = await opened();
    it.server.misdeed = { status: 503, body: 'access-1 refresh-1' };
    const error = await it.tokens
      .accessToken(it.mine, 'access-1')
      .catch((reason: unknown) => reason);
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/access-1|refresh-1/);
  });
});
