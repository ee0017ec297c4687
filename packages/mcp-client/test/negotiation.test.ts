import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFixtureServer, type FixtureScript, startFixtureHttpServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { callTool, connectToServer, discoverTools } from '../src/index.ts';
import { tool } from './hosts.ts';
import { configured, connected, sdkServer, stdioServer, textOf } from './servers.ts';

const tools = [tool('work')];

/** Servers of which each says one more thing about itself in a way the protocol does not know. */
const SLOPPY: readonly (readonly [string, FixtureScript])[] = [
  ['no capabilities', { methods: { initialize: introduction({ capabilities: undefined }) } }],
  ['capabilities that are null', { methods: { initialize: introduction({ capabilities: null }) } }],
  ['capabilities that are a list', { methods: { initialize: introduction({ capabilities: [] }) } }],
  ['no server information', { methods: { initialize: introduction({ serverInfo: undefined }) } }],
  [
    'server information that is null',
    { methods: { initialize: introduction({ serverInfo: null }) } },
  ],
  ['a server without version', { serverInfo: { name: 'x' } }],
  ['a version that is a number', { serverInfo: { name: 'x', version: 1 } }],
  ['instructions that are null', { instructions: null }],
  ['instructions that are an object', { instructions: {} }],
  [
    'experimental features that are true',
    { capabilities: { tools: {}, experimental: { x: true } } },
  ],
  ['listChanged that is null', { capabilities: { tools: { listChanged: null } } }],
  ['_meta that is null', { methods: { initialize: introduction({ _meta: null }) } }],
];

function introduction(fields: object) {
  return {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'x', version: '1' },
    ...fields,
  };
}

describe('the introduction of a server', () => {
  it.each(SLOPPY)('fault 81: with %s is taken, and counted', async (_, script) => {
    await using server = await connected(stdioServer('sloppy', { tools, ...script }));
    expect(Object.keys(server.session.leniencies)).toHaveLength(1);
    expect(server.serverInfo.name).not.toBe('');
    const listed = (await discoverTools(server)).tools.map(({ name }) => name);
    expect(listed).toEqual(server.capabilities.tools ? ['work'] : []);
    expect(textOf(await callTool(server, 'work'))).toBe('ok');
  });

  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'fault 80: of revision %s is taken, over stdio and HTTP',
    async (protocolVersion) => {
      await using http = await startFixtureHttpServer({ tools, protocolVersion });
      for (const entry of [
        stdioServer('old', { tools, protocolVersion }),
        configured('old', { url: http.url }),
      ]) {
        await using server = await connected(entry);
        expect(server.session.protocolVersion).toBe(protocolVersion);
        expect(textOf(await callTool(server, 'work'))).toBe('ok');
      }
    },
  );

  it.each([
    ['1999-01-01', 'speaks revision "1999-01-01" of the protocol, and this client speaks'],
    ['2026-07-28', 'speaks revision "2026-07-28" of the protocol, and this client speaks'],
    [null, 'does not say which revision'],
    [7, 'does not say which revision'],
  ])('fault 80: of revision %s ends the connection, and names both', async (revision, message) => {
    const protocolVersion = revision;
    const script = { methods: { initialize: introduction({ protocolVersion }) } };
    const inProcessServer = () => createFixtureServer(script);
    const connection = await connectToServer('odd', sdkServer('odd'), { inProcessServer });
    if (connection.type !== 'failed') throw new TypeError(connection.type);
    expect(connection.code).toBe('TOOLPOOL_CONNECT_FAILED');
    expect(connection.error.message).toContain(message);
    expect(connection.error.message).toContain('2025-11-25');
  });
});

/** A server over HTTP that answers the handshake for one revision alone, and refuses others as told. */
async function startPickyServer(revision: string, refuse: (id: unknown) => [number, string]) {
  const offered: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    const answer = (result: object): [number, string] => [
      200,
      JSON.stringify({ jsonrpc: '2.0', id, result }),
    ];
    const shakeHands = () => {
      offered.push(params.protocolVersion);
      const isFit = params.protocolVersion === revision;
      return isFit ? answer(introduction({ protocolVersion: revision })) : refuse(id);
    };
    const [status, text] = method === 'initialize' ? shakeHands() : answer({ tools });
    return response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    offered,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const refusal = (id: unknown, error: object) => JSON.stringify({ jsonrpc: '2.0', id, error });
const unsupported = { code: -32_602, message: 'Unsupported protocol version' };

describe('a server that refuses the newest revision', () => {
  it.each<[string, string, (id: unknown) => [number, string]]>([
    [
      'HTTP 400 that lists its own',
      '2025-06-18',
      () => [400, 'Bad Request: Unsupported protocol version (supported versions: 2025-06-18)'],
    ],
    ['HTTP 400 that names none', '2025-03-26', () => [400, 'bad protocolVersion']],
    [
      'an error that lists its own',
      '2024-11-05',
      (id) => [200, refusal(id, { ...unsupported, data: { supported: ['2024-11-05'] } })],
    ],
    ['an error without an id', '2025-03-26', () => [200, refusal(null, unsupported)]],
  ])('fault 80: by %s is offered an older one, once', async (_, revision, refuse) => {
    await using http = await startPickyServer(revision, refuse);
    await using server = await connected(configured('picky', { type: 'http', url: http.url }));
    expect(server.session.protocolVersion).toBe(revision);
    expect(http.offered).toEqual(['2025-11-25', revision]);
    expect((await discoverTools(server)).tools).toHaveLength(1);
  });

  it('fault 80: and the older one too is not asked a third time', async () => {
    await using http = await startPickyServer('none', () => [400, 'bad protocol version']);
    const connection = await connectToServer(
      'picky',
      configured('picky', { type: 'http', url: http.url }),
    );
    expect(connection).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS' });
    expect(http.offered).toEqual(['2025-11-25', '2025-03-26']);
  });

  it('is not offered an older one when it refuses for another reason', async () => {
    await using http = await startPickyServer('none', () => [400, 'bad client']);
    await connectToServer('picky', configured('picky', { type: 'http', url: http.url }));
    expect(http.offered).toEqual(['2025-11-25']);
  });
});
