import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createTokenStore, type StoredLogin } from '@toolpool/auth';
import {
  type FixtureScript,
  secretCanaries,
  startFixtureHttpServer,
  temporaryDirectory,
} from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { callTool, connectToServer } from '../src/index.ts';
import { configured, connected } from './servers.ts';

const tools = [{ name: 'work', inputSchema: { type: 'object' } }];

/** A store, and a token endpoint whose tokens are numbered; the login in the store has the first. */
async function loggedIn(resource: string, more: Partial<StoredLogin> = {}) {
  const directory = temporaryDirectory();
  const requests: { headers: string; body: string }[] = [];
  let isDown = false;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ headers: request.rawHeaders.join('\n'), body });
    if (isDown) return void response.writeHead(503).end();
    const access_token = `${secretCanaries.accessToken}${requests.length + 1}`;
    response.end(JSON.stringify({ access_token, token_type: 'bearer', expires_in: 3600 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logins = createTokenStore({ directory: directory.path, keychain: 'none' });
  const login: StoredLogin = {
    resource,
    issuer,
    account: 'default',
    clientId: 'client',
    tokenEndpoint: `${issuer}/token`,
    accessToken: `${secretCanaries.accessToken}1`,
    refreshToken: secretCanaries.refreshToken,
    obtainedAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    ...more,
  };
  await logins.update(login, async () => login);
  return {
    logins,
    login,
    requests,
    fail: () => {
      isDown = true;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await directory[Symbol.asyncDispose]();
    },
  };
}

const bearer = (number: number) => `Bearer ${secretCanaries.accessToken}${number}`;
const remote = (url: string, more: object = {}) =>
  configured('remote', { type: 'http', url, ...more });

describe('a stored login', () => {
  it('is sent to the server that it is for, also where its resource is the folder above', async () => {
    await using http = await startFixtureHttpServer({ tools });
    for (const resource of [http.url, new URL('/', http.url).href, new URL(http.url).origin]) {
      await using it = await loggedIn(resource);
      await using _ = await connected(remote(http.url), { logins: it.logins });
      expect(http.requests.at(-1)?.headers.authorization, resource).toBe(bearer(1));
      expect(it.requests).toEqual([]);
    }
  });

  it('fault 140: is not sent to a server that moved, nor to a neighbour', async () => {
    await using http = await startFixtureHttpServer({ tools });
    for (const resource of ['https://elsewhere.example/mcp', `${http.url}x`, `${http.url}/below`]) {
      await using it = await loggedIn(resource);
      await using _ = await connected(remote(http.url), { logins: it.logins });
      expect(http.requests.at(-1)?.headers, resource).not.toHaveProperty('authorization');
    }
  });

  it('is renewed before it is sent once it has expired', async () => {
    await using http = await startFixtureHttpServer({ tools });
    await using it = await loggedIn(http.url, { expiresAt: Date.now() - 1 });
    await using _ = await connected(remote(http.url), { logins: it.logins });
    expect(http.requests[0]?.headers.authorization).toBe(bearer(2));
    expect(it.requests).toHaveLength(1);
  });

  it('fault 142: is renewed in the middle of a session, and the call is made again', async () => {
    const requireHeader = { authorization: bearer(1) };
    await using http = await startFixtureHttpServer({ tools, requireHeader });
    await using it = await loggedIn(http.url);
    await using connection = await connected(remote(http.url), { logins: it.logins });
    requireHeader.authorization = bearer(2);
    const calls = [1, 2, 3].map(() => callTool(connection, 'work'));
    expect(await Promise.all(calls)).toHaveLength(3);
    expect(it.requests).toHaveLength(1);
    // Refused right after it was renewed: no loop.
    requireHeader.authorization = 'never';
    await expect(callTool(connection, 'work')).rejects.toMatchObject({ data: { status: 401 } });
    expect(it.requests).toHaveLength(2);
  });

  it('fault 131: is not renewed for a 403, which asks for other scopes', async () => {
    const script: FixtureScript = { tools, httpStatus: { 'tools/call': 403 } };
    await using http = await startFixtureHttpServer(script);
    await using it = await loggedIn(http.url);
    await using connection = await connected(remote(http.url), { logins: it.logins });
    await expect(callTool(connection, 'work')).rejects.toMatchObject({ data: { status: 403 } });
    expect(it.requests).toEqual([]);
  });

  it('fault 130: stays, and the server has failed for now, when it cannot be renewed', async () => {
    await using http = await startFixtureHttpServer({
      tools,
      requireHeader: { authorization: 'x' },
    });
    await using it = await loggedIn(http.url);
    it.fail();
    const options = { logins: it.logins };
    const connection = await connectToServer('remote', remote(http.url), options);
    if (connection.type !== 'failed') throw new TypeError(connection.type);
    expect(connection.error).toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      message: expect.stringContaining('temporarily unavailable'),
    });
    expect(inspect(connection.error, { depth: null })).not.toContain(secretCanaries.accessToken);
    expect(await it.logins.find(it.login)).toEqual(it.login);
  });

  it('that the server refuses all the same needs a new login', async () => {
    await using http = await startFixtureHttpServer({
      tools,
      requireHeader: { authorization: 'x' },
    });
    await using it = await loggedIn(http.url);
    const connection = await connectToServer('remote', remote(http.url), { logins: it.logins });
    expect(connection.type).toBe('needs-auth');
    expect(it.requests).toHaveLength(1);
  });

  it('fault 141: gives way to an Authorization of the entry, whatever its case', async () => {
    await using http = await startFixtureHttpServer({ tools });
    await using it = await loggedIn(http.url);
    const server = remote(http.url, { headers: { authorization: 'Bearer configured' } });
    await using _ = await connected(server, { logins: it.logins });
    expect(http.requests.at(-1)?.headers.authorization).toBe('Bearer configured');
  });

  it('fault 72: is renewed without the headers of the entry', async () => {
    await using http = await startFixtureHttpServer({ tools });
    await using it = await loggedIn(http.url, { expiresAt: Date.now() - 1 });
    const server = remote(http.url, { headers: { 'X-Api-Key': secretCanaries.header } });
    await using _ = await connected(server, { logins: it.logins });
    expect(http.requests[0]?.headers['x-api-key']).toBe(secretCanaries.header);
    expect(it.requests).toHaveLength(1);
    expect(inspect(it.requests)).not.toMatch(/x-api-key|cnry\w+-header/i);
  });

  it('is in no error that quotes it', async () => {
    const message = `told ${secretCanaries.accessToken}1`;
    const script: FixtureScript = { tools, replies: { work: { error: { code: 1, message } } } };
    await using http = await startFixtureHttpServer(script);
    await using it = await loggedIn(http.url);
    await using connection = await connected(remote(http.url), { logins: it.logins });
    await expect(callTool(connection, 'work')).rejects.toMatchObject({
      data: { message: 'told ***' },
    });
  });
});
