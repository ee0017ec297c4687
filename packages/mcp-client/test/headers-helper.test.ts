import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Scope } from '@toolpool/config';
import { type FixtureScript, startFixtureHttpServer, temporaryDirectory } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { callTool, connectToServer } from '../src/index.ts';
import { configured, connected } from './servers.ts';

const tools = [{ name: 'work', inputSchema: { type: 'object' } }];
const allowed = { mayConnect: async () => ({ allowed: true }) as const };

/** A helper whose token says how often it ran, in the folder's file `runs`. */
async function counting(folder: string, more = '') {
  const script = join(folder, 'helper.sh');
  const line = `printf '{"Authorization": "Bearer helper-token-%s"${more}}' $(wc -l < '${folder}/runs')`;
  await writeFile(script, `echo run >> '${folder}/runs'\nenv > '${folder}/environment'\n${line}\n`);
  const runs = async () => {
    const text = await readFile(join(folder, 'runs'), 'utf8').catch(() => '');
    return text.split('\n').length - 1;
  };
  return { command: `sh "${script}"`, runs };
}

function remote(url: string, headersHelper: string, more: object = {}, scope: Scope = 'user') {
  return configured('remote', { type: 'http', url, headersHelper, ...more }, scope);
}

describe('headersHelper', () => {
  it('runs at each connect and overrides the headers of the entry', async () => {
    await using directory = temporaryDirectory();
    await using http = await startFixtureHttpServer({ tools });
    const { command, runs } = await counting(directory.path, ', "X-Team": "a"');
    const headers = { authorization: 'Bearer old', 'X-Kept': 'yes' };
    for (const run of [1, 2]) {
      await using _ = await connected(remote(http.url, command, { headers }), allowed);
      expect(http.requests.at(-1)?.headers).toMatchObject({
        authorization: `Bearer helper-token-${run}`,
        'x-team': 'a',
        'x-kept': 'yes',
      });
    }
    expect(await runs()).toBe(2);
  });

  it('runs once more when it is refused, also in the middle of a session', async () => {
    await using directory = temporaryDirectory();
    const requireHeader = { authorization: 'Bearer helper-token-2' };
    await using http = await startFixtureHttpServer({ tools, requireHeader });
    const { command, runs } = await counting(directory.path);
    await using connection = await connected(remote(http.url, command), allowed);
    expect(await runs()).toBe(2);
    await callTool(connection, 'work');
    expect(await runs()).toBe(2);
  });

  it('fault 141: is a credential: refused twice, the server has failed and needs no login', async () => {
    await using directory = temporaryDirectory();
    const requireHeader = { authorization: 'never' };
    await using http = await startFixtureHttpServer({ tools, requireHeader });
    const { command, runs } = await counting(directory.path);
    const connection = await connectToServer('remote', remote(http.url, command), allowed);
    if (connection.type !== 'failed') throw new TypeError(connection.type);
    expect(connection.error.message).toContain('refused the configured credential (HTTP 401)');
    expect(await runs()).toBe(2);
    expect(http.requests).toHaveLength(2);
  });

  it('makes the handshake of a WebSocket once more', async () => {
    await using directory = temporaryDirectory();
    const { command, runs } = await counting(directory.path);
    const seen: (string | undefined)[] = [];
    const server = createServer().on('upgrade', ({ headers }, socket) => {
      seen.push(headers.authorization);
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const entry = configured('remote', { type: 'ws', url, headersHelper: command }, 'user');
    const connection = await connectToServer('remote', entry, allowed);
    server.close();
    expect(connection).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS' });
    expect(seen).toEqual(['Bearer helper-token-1', 'Bearer helper-token-2']);
    expect(await runs()).toBe(2);
  });

  it('never runs before approval', async () => {
    await using directory = temporaryDirectory();
    await using http = await startFixtureHttpServer({ tools });
    const { command, runs } = await counting(directory.path);
    const entry = remote(http.url, command, {}, 'project');
    expect(await connectToServer('remote', entry)).toMatchObject({ type: 'disabled' });
    expect([await runs(), http.sockets]).toEqual([0, 0]);
  });

  it.each([
    ['user', true],
    ['local', true],
    ['project', false],
    ['plugin', false],
  ] as const)('of the %s scope sees credentials of this process: %s', async (scope, isTrusted) => {
    await using directory = temporaryDirectory();
    await using http = await startFixtureHttpServer({ tools });
    const { command } = await counting(directory.path);
    const secrets = {
      GITHUB_TOKEN: 'canary-1',
      AWS_SECRET_ACCESS_KEY: 'canary-2',
      npm_config__auth: 'canary-3',
      DB: 'postgres://me:canary-4@db/x',
      MY_PAT: 'canary-5',
      SENTRY_DSN: 'canary-6',
    };
    const harmless = { PATH: process.env.PATH, GIT_CONFIG_KEY_0: 'user.name', LANG: 'C' };
    const url = `${http.url}?api_key=canary-url`;
    const options = { ...allowed, env: { ...secrets, ...harmless } };
    await using _ = await connected(remote(url, command, {}, scope), options);
    const environment = await readFile(join(directory.path, 'environment'), 'utf8');
    expect(environment.match(/canary-\w+/g) ?? []).toHaveLength(isTrusted ? 8 : 0);
    expect(environment).toContain('GIT_CONFIG_KEY_0=user.name');
    expect(environment).toContain('TOOLPOOL_SERVER_NAME=remote');
    expect(environment).toContain('CLAUDE_CODE_MCP_SERVER_URL=http://127.0.0.1');
  });

  it.each([
    ['canary', 'printed no JSON'],
    ['["canary"]', 'printed JSON that is no object'],
    ['{"A": 1}', 'printed a value for "A" that HTTP cannot carry'],
    ['{"A": "canary\\nB: x"}', 'printed a value for "A" that HTTP cannot carry'],
    ['{"A B": "canary"}', 'printed a name that is not allowed in HTTP'],
    ['{"Host": "canary"}', 'printed "Host", which it may not set'],
    [`"${'canary'.repeat(20_000)}"`, 'printed too much'],
  ])(
    'that prints what is no headers is an error that quotes none of it: %.30s',
    async (text, problem) => {
      await using directory = temporaryDirectory();
      const output = join(directory.path, 'output');
      await writeFile(output, text);
      await using http = await startFixtureHttpServer({ tools });
      const connection = await connectToServer('x', remote(http.url, `cat ${output}`), allowed);
      if (connection.type !== 'failed') throw new TypeError(connection.type);
      expect(connection.error).toMatchObject({
        code: 'TOOLPOOL_HEADERS_HELPER_FAILED',
        message: `The "headersHelper" of server "remote" ${problem}.`.replace('"remote"', '"x"'),
      });
      expect(inspect(connection.error, { depth: null, showHidden: true })).not.toContain('canary');
      expect(http.sockets).toBe(0);
    },
  );

  it.each(['/no/such/program --token canary', 'sh -c "exit 3" canary', 'sh -c "canary'])(
    'that fails is an error that does not show its arguments: %s',
    async (line) => {
      const entry = remote('http://127.0.0.1:1/', line);
      const connection = await connectToServer('remote', entry, allowed);
      if (connection.type !== 'failed') throw new TypeError(connection.type);
      expect(connection.error.code).toBe('TOOLPOOL_HEADERS_HELPER_FAILED');
      expect(inspect(connection.error, { depth: null, showHidden: true })).not.toContain('canary');
    },
  );

  it('makes headers that no message of a server can quote', async () => {
    await using directory = temporaryDirectory();
    const script: FixtureScript = {
      tools,
      replies: {
        work: { error: { code: 1, message: 'no: helper-token-1', data: 'helper-token-1' } },
      },
    };
    await using http = await startFixtureHttpServer(script);
    const { command } = await counting(directory.path);
    await using connection = await connected(remote(http.url, command), allowed);
    const failure = await callTool(connection, 'work').catch((reason: unknown) => reason);
    expect(failure).toMatchObject({ data: { message: 'no: ***', data: '***' } });
    expect(inspect(failure, { depth: null, showHidden: true })).not.toContain('helper-token');
  });
});
