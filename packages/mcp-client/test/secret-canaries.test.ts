import { inspect } from 'node:util';
import type { ConfiguredServer } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import {
  type FixtureScript,
  fixtureCommand,
  secretCanaries,
  startFixtureHttpServer,
} from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import { callTool, connectToServer, createHost } from '../src/index.ts';
import { configured, connected, stdioServer } from './servers.ts';

const CANARY = secretCanaries.header;
const tools = [{ name: 'work', inputSchema: { type: 'object' } }];
/** A server that tells what it was given. */
const telling: FixtureScript = {
  tools,
  replies: { work: { error: { code: 1, message: `bad ${CANARY}`, data: { got: [CANARY] } } } },
};

/** Everything that a person or a log can get to see of a failure. */
function shown(failure: unknown): string {
  if (!ToolpoolError.isInstance(failure)) throw new TypeError(`No failure: ${inspect(failure)}`);
  const { message, hint, data, cause, stack } = failure;
  return inspect([failure, message, hint, data, cause, stack, JSON.stringify(failure)], {
    depth: null,
    showHidden: true,
  });
}

async function failureOfCall(server: ConfiguredServer): Promise<unknown> {
  await using connection = await connected(server);
  return await callTool(connection, 'work').catch((reason: unknown) => reason);
}

/** A host that could not start the server, as it describes itself. */
async function exported(server: ConfiguredServer): Promise<string> {
  const permissions = { rules: parsePermissionRules(), mode: 'bypass' } as const;
  await using host = createHost({ servers: [server], permissions });
  await host.ready();
  return JSON.stringify(host.exportState());
}

describe('a secret that an entry says itself', () => {
  it.each([
    ['a header', { headers: { Authorization: `Bearer ${CANARY}` } }],
    ['a header of any name', { headers: { 'X-Team': CANARY } }],
    ['the client secret', { oauth: { clientId: 'me', clientSecret: CANARY } }],
  ])('stays out of errors over HTTP: %s', async (_, fields) => {
    await using http = await startFixtureHttpServer(telling);
    const server = configured('remote', { type: 'http', url: http.url, ...fields });
    const failure = await failureOfCall(server);
    expect(failure).toMatchObject({ data: { message: 'bad ***', data: { got: ['***'] } } });
    expect(shown(failure)).not.toContain(CANARY);
    expect(await exported(server)).not.toContain(CANARY);
  });

  it.each([
    ['its query', (url: string) => `${url}?api_key=${CANARY}`],
    ['its user info', (url: string) => url.replace('://', `://me:${CANARY}@`)],
  ])('stays out of errors over HTTP when it stands in the URL: %s', async (_, change) => {
    await using http = await startFixtureHttpServer(telling);
    const server = configured('remote', { type: 'http', url: change(http.url) });
    const failure = await failureOfCall(server);
    expect(failure).toMatchObject({ data: { message: 'bad ***' } });
    expect(shown(failure)).not.toContain(CANARY);
    expect(await exported(server)).not.toContain(CANARY);
  });

  const places: [string, object, string[]][] = [
    ['a token in env', { env: { API_TOKEN: CANARY } }, []],
    ['a value in env of any name', { env: { TEAM: CANARY } }, []],
    [
      'JSON in env',
      { env: { HEADERS: JSON.stringify({ Authorization: `Bearer ${CANARY}` }) } },
      [],
    ],
    ['a database in env', { env: { DB: `postgres://me:${CANARY}@db/x` } }, []],
    ['--flag=value', {}, [`--api-key=${CANARY}`]],
    ['--flag value', {}, ['--token', CANARY]],
    ['a header among the arguments', {}, ['--header', `Authorization: Bearer ${CANARY}`]],
    ['a URL among the arguments', {}, [`postgres://me:${CANARY}@db/x`]],
  ];
  /** A scripted server whose further arguments go nowhere. */
  const withArgs = (fields: object, args: readonly string[]): ConfiguredServer => {
    const { command, args: script } = fixtureCommand(telling);
    const line = `exec "$0" ${script.map((_, index) => `"$${index + 1}"`).join(' ')}`;
    return configured('local', {
      command: 'sh',
      args: ['-c', line, command, ...script, ...args],
      ...fields,
    });
  };

  it.each(places)('stays out of errors over stdio: %s', async (_, fields, args) => {
    const failure = await failureOfCall(withArgs(fields, args));
    expect(failure).toMatchObject({ data: { message: 'bad ***', data: { got: ['***'] } } });
    expect(shown(failure)).not.toContain(CANARY);
  });

  it.each(places)(
    'stays out of last words and of the exported state: %s',
    async (_, fields, args) => {
      const script = 'echo "no access with $0 $1 $2 $API_TOKEN $TEAM $HEADERS $DB" >&2; exit 3';
      const server = configured('early', {
        command: 'sh',
        args: ['-c', script, ...args],
        ...fields,
      });
      const connection = await connectToServer('early', server);
      if (connection.type !== 'failed') throw new TypeError(connection.type);
      expect(connection.error.message).toMatch(/no access with .*\*\*\*/);
      expect(shown(connection.error)).not.toContain(CANARY);
      expect(await exported(server)).not.toContain(CANARY);
    },
  );

  it('stays out of the exported state: a helper that makes headers', async () => {
    const headersHelper = `print-headers --token ${CANARY} \${TEAM}`;
    const server = configured('remote', {
      type: 'http',
      url: 'http://127.0.0.1:1/',
      headersHelper,
    });
    const state = await exported(server);
    expect(state).toContain('print-headers***${TEAM}');
    expect(state).not.toContain(CANARY);
  });

  it('stays out of the error of a refused handshake', async () => {
    const script: FixtureScript = { protocolVersion: CANARY };
    const server = stdioServer('odd', script, { env: { API_TOKEN: CANARY } });
    const connection = await connectToServer('odd', server);
    if (connection.type !== 'failed') throw new TypeError(connection.type);
    expect(shown(connection.error)).not.toContain(CANARY);
  });
});

it('keeps ordinary words readable', async () => {
  const message = 'true production 4096 token short /usr/local/share/data us-east-1 debugging';
  const server = stdioServer(
    'plain',
    { tools, replies: { work: { error: { code: 1, message } } } },
    {
      env: {
        TOKEN_CHECK: 'true',
        MAX_TOKENS: '4096',
        API_KEY: 'short',
        NODE_ENV: 'production',
        DATA: '/usr/local/share/data',
        REGION: 'us-east-1',
        LEVEL: 'debugging',
      },
    },
  );
  expect(await failureOfCall(server)).toMatchObject({ data: { message } });
});
