import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAuthCache } from '@toolpool/auth';
import type { ConnectGate } from '@toolpool/config';
import {
  createFixtureServer,
  processesWithMarker,
  startFixtureHttpServer,
  startFixtureSseServer,
  temporaryDirectory,
  waitUntil,
} from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { callTool, clearServerCache, connectToServer } from '../src/index.ts';
import { configured, connected, sdkServer, stdioServer, textOf } from './servers.ts';

const tools = [{ name: 'work', inputSchema: { type: 'object' } }];

function marked(marker: string) {
  return { env: { TEST_MARKER: marker } };
}

let markers = 0;
const newMarker = () => `mcp-client-connect-${process.pid}-${++markers}-`;

const refuse: ConnectGate = async ({ name }) => ({
  allowed: false,
  status: 'blocked',
  reason: `The policy blocks "${name}".`,
  code: 'TOOLPOOL_SERVER_BLOCKED',
});

describe('connectToServer', () => {
  it('connects over stdio and says who is there', async () => {
    await using server = await connected(
      stdioServer('files', {
        serverInfo: { name: 'fi\u200Bles', version: '2', title: 'Files' },
        instructions: 'x'.repeat(3_000),
      }),
    );
    expect(server.serverInfo).toEqual({ name: 'files', version: '2', title: 'Files' });
    expect(server.capabilities).toEqual({ tools: { listChanged: true } });
    expect(server.instructions).toHaveLength(2_048);
    expect(server.session.protocolVersion).toBe('2025-11-25');
  });

  it('connects over streamable HTTP, SSE and in process', async () => {
    await using http = await startFixtureHttpServer({ tools });
    await using sse = await startFixtureSseServer({ tools });
    const servers = [
      configured('http', { type: 'http', url: http.url }),
      configured('sse', { type: 'sse', url: sse.url }),
      sdkServer('sdk'),
    ];
    for (const server of servers) {
      await using connection = await connected(server, {
        inProcessServer: () => createFixtureServer({ tools }),
      });
      expect(textOf(await callTool(connection, 'work'))).toBe('ok');
    }
  });

  it('makes one connection for ten first calls at once, and keeps it', async () => {
    const marker = newMarker();
    const server = stdioServer('shared', {}, marked(marker));
    const connections = await Promise.all(
      Array.from({ length: 10 }, () => connectToServer('shared', server)),
    );
    expect(new Set(connections).size).toBe(1);
    expect(processesWithMarker(marker)).toHaveLength(1);
    expect(await connectToServer('shared', server)).toBe(connections[0]);
    await clearServerCache('shared', server);
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('makes a new connection when an expanded value changes', async () => {
    const server = stdioServer('keyed', {}, { env: { KEY: '${KEY_VALUE}' } });
    const env = (value: string) => ({ env: { ...process.env, KEY_VALUE: value } });
    const first = await connected(server, env('first value'));
    const second = await connected(server, env('second value'));
    expect(second.generation).toBeGreaterThan(first.generation);
    await expect(callTool(first, 'work')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    await second.cleanup();
  });

  it('connects again after its server has died', async () => {
    const server = stdioServer('mortal', { tools, replies: { work: { exit: 1 } } });
    const first = await connected(server);
    await callTool(first, 'work').catch(() => undefined);
    await using second = await connected(server);
    expect(second.generation).toBeGreaterThan(first.generation);
    expect(textOf(await callTool(second, 'cancelled'))).toBe('[]');
  });

  it('refuses to connect a project server without a gate', async () => {
    const server = configured('project', { command: 'nowhere' }, 'project');
    expect(await connectToServer('project', server)).toMatchObject({
      type: 'disabled',
      code: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
    });
  });

  it('tells the server the name and version of its own package, or what the host says', async () => {
    const path = new URL('../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(path, 'utf8'));
    for (const clientInfo of [undefined, { name: 'agent', version: '9' }]) {
      await using server = await connected(sdkServer('who'), {
        clientInfo,
        inProcessServer: () => createFixtureServer({}),
      });
      const received = textOf(await callTool(server, 'received'));
      const [initialize] = JSON.parse(received);
      expect(initialize.params).toMatchObject({
        clientInfo: clientInfo ?? { name: 'toolpool', version },
        capabilities: {},
      });
    }
  });

  it('gives a failure of a missing variable that starts nothing', async () => {
    const server = stdioServer('unset', {}, { env: { KEY: '${NOT_SET_ANYWHERE}' } });
    expect(await connectToServer('unset', server, { env: {} })).toMatchObject({
      type: 'failed',
      code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING',
    });
  });

  it('names both revisions when the server speaks one that nobody knows', async () => {
    const server = sdkServer('old');
    const connection = await connectToServer('old', server, {
      inProcessServer: () => createFixtureServer({ protocolVersion: '1999-01-01' }),
    });
    expect(connection).toMatchObject({ type: 'failed', code: 'TOOLPOOL_CONNECT_FAILED' });
    expect(String(connection.type === 'failed' && connection.error)).toContain('1999-01-01');
  });

  it.each([
    ['null members', { tools: null, prompts: null }, {}],
    ['a capability that is true', { tools: true, experimental: { x: true } }, { name: 'x' }],
  ])('fault 81: takes %s in the introduction', async (_, capabilities, serverInfo) => {
    await using server = await connected(sdkServer('sloppy'), {
      inProcessServer: () =>
        createFixtureServer({ capabilities, serverInfo, instructions: null, tools }),
    });
    expect(server.serverInfo.name).toBe('name' in serverInfo ? serverInfo.name : 'sloppy');
    expect(server.instructions).toBeUndefined();
  });
});

describe('connecting remote servers', () => {
  it('needs a login after 401, remembers it, and then does not dial', async () => {
    await using folder = await temporaryDirectory();
    await using http = await startFixtureHttpServer({ requireHeader: { 'x-never': 'given' } });
    const authCache = createAuthCache({ file: join(folder.path, 'auth.json') });
    const server = configured('locked', { type: 'http', url: http.url });
    expect(await connectToServer('locked', server, { authCache })).toMatchObject({
      type: 'needs-auth',
      reason: 'Server "locked" wants a login (HTTP 401).',
    });
    const dialled = http.requests.length;
    const again = await connectToServer('locked', server, { authCache });
    expect(again.type).toBe('needs-auth');
    expect(http.requests).toHaveLength(dialled);
  });

  it('fails, and asks for no login, when a configured credential is refused', async () => {
    await using http = await startFixtureHttpServer({ requireHeader: { authorization: 'right' } });
    const headers = { Authorization: 'wrong' };
    const server = configured('refused', { type: 'http', url: http.url, headers });
    expect(await connectToServer('refused', server)).toMatchObject({
      type: 'failed',
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
    });
  });

  it('tries a server that refuses the connection or answers 5xx three times', async () => {
    let dialled = 0;
    const http = createServer((_, response) => {
      dialled++;
      response.writeHead(503).end();
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    const attempts: number[] = [];
    const onAttempt = ({ attempt }: { attempt: number }) => void attempts.push(attempt);
    const server = configured('down', { type: 'http', url });
    expect((await connectToServer('down', server, { onAttempt })).type).toBe('failed');
    expect(attempts).toEqual([1, 2, 3]);
    expect(dialled).toBe(3);
    await new Promise((resolve) => http.close(resolve));
    expect(await connectToServer('down', server, { onAttempt })).toMatchObject({
      type: 'failed',
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
    });
    expect(attempts).toEqual([1, 2, 3, 1, 2, 3]);
  });
});

describe('clearServerCache', () => {
  it('ends an attempt that waits for its turn at once', async () => {
    const busy = Array.from({ length: 3 }, (_, index) =>
      stdioServer(`busy${index}`, { hangInitialize: true }),
    );
    const attempts = busy.map((server) => connectToServer(server.name, server));
    const last = stdioServer('last');
    const attempt = connectToServer('last', last);
    await clearServerCache('last', last);
    expect(await attempt).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    await Promise.all(busy.map((server) => clearServerCache(server.name, server)));
    await Promise.all(attempts);
  });

  it('ends an attempt that is still running, with its process', async () => {
    const marker = newMarker();
    const server = stdioServer('slow', { hangInitialize: true }, marked(marker));
    const attempt = connectToServer('slow', server);
    await waitUntil(() => processesWithMarker(marker).length > 0);
    await clearServerCache('slow', server);
    expect(await attempt).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('does nothing for a server that nobody connected', async () => {
    await clearServerCache('stranger', stdioServer('stranger'));
  });
});

describe('faults of connecting', () => {
  it('fault 22: a server that the gate refuses is not started, dialled or expanded', async () => {
    await using folder = await temporaryDirectory();
    await using http = await startFixtureHttpServer({});
    const touch = join(folder.path, 'started');
    const local = stdioServer('local', { touch }, { env: { KEY: '${NOT_SET_ANYWHERE}' } });
    const remote = configured('remote', { type: 'http', url: http.url });
    for (const server of [local, remote]) {
      expect(await connectToServer(server.name, server, { mayConnect: refuse })).toMatchObject({
        type: 'disabled',
        status: 'blocked',
        reason: `The policy blocks "${server.name}".`,
      });
    }
    expect(existsSync(touch)).toBe(false);
    expect(http.requests).toEqual([]);
  });

  it('fault 22: a connection whose server is no longer allowed is closed', async () => {
    const marker = newMarker();
    const server = stdioServer('revoked', {}, marked(marker));
    await connected(server);
    const again = await connectToServer('revoked', server, { mayConnect: refuse });
    expect(again.type).toBe('disabled');
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('fault 22: a server that is refused while it waits to be started is not started', async () => {
    await using folder = await temporaryDirectory();
    const touch = join(folder.path, 'started');
    const busy = Array.from({ length: 3 }, (_, index) =>
      stdioServer(`occupied${index}`, { hangInitialize: true }),
    );
    const attempts = busy.map((server) => connectToServer(server.name, server));
    let gate: ConnectGate = async () => ({ allowed: true });
    let asked = 0;
    const waiting = connectToServer('waiting', stdioServer('waiting', { touch }), {
      mayConnect: (server) => {
        asked++;
        return gate(server);
      },
    });
    await waitUntil(() => asked === 1);
    gate = refuse;
    await Promise.all(busy.map((server) => clearServerCache(server.name, server)));
    expect(await waiting).toMatchObject({ type: 'disabled', status: 'blocked' });
    expect(existsSync(touch)).toBe(false);
    await Promise.all(attempts);
  });

  it('fault 22: a server that is refused between two tries is not dialled again', async () => {
    let gate: ConnectGate = async () => ({ allowed: true });
    let dialled = 0;
    const http = createServer((_, response) => {
      dialled++;
      gate = refuse;
      response.writeHead(503).end();
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const mayConnect: ConnectGate = (server) => gate(server);
    const server = configured('withdrawn', { type: 'http', url });
    expect((await connectToServer('withdrawn', server, { mayConnect })).type).toBe('disabled');
    expect(dialled).toBe(1);
    await new Promise((resolve) => http.close(resolve));
  });

  it('fault 52: after a connect time-out nothing of the server is left', async () => {
    const marker = newMarker();
    const script = { hangInitialize: true, grandchild: { ignoreTerm: true } };
    const server = stdioServer('mute', script, { ...marked(marker), connectTimeout: 400 });
    for (let round = 0; round < 2; round++) {
      expect(await connectToServer('mute', server)).toMatchObject({
        type: 'failed',
        code: 'TOOLPOOL_CONNECT_TIMEOUT',
      });
      expect(processesWithMarker(marker)).toEqual([]);
    }
  });

  it('fault 52: a connect time-out tells the last words of the server, without its secrets', async () => {
    const server = configured('words', {
      command: 'sh',
      args: ['-c', 'echo "waiting for $TOKEN" >&2; exec sleep 60'],
      env: { TOKEN: '${MY_TOKEN}' },
      connectTimeout: 1_000,
    });
    const connection = await connectToServer('words', server, {
      env: { ...process.env, MY_TOKEN: 's3cr3t-value' },
    });
    const message = String(connection.type === 'failed' && connection.error);
    expect(message).toContain(
      'did not finish its start within 1000 ms. It last wrote: waiting for',
    );
    expect(message).not.toContain('s3cr3t-value');
  });

  it('fault 53: an early exit is reported with its code and its last words', async () => {
    const server = stdioServer('early', { stderr: ['API_KEY is missing'], exitAtStart: 3 });
    const connection = await connectToServer('early', server);
    expect(connection).toMatchObject({ type: 'failed', code: 'TOOLPOOL_TRANSPORT_EXITED' });
    const message = String(connection.type === 'failed' && connection.error);
    expect(message).toContain('API_KEY is missing');
    expect(message).toContain('3');
  });

  it('fault 58: failures at once start one process each time', async () => {
    const marker = newMarker();
    const script = { hangInitialize: true };
    const server = stdioServer('once', script, { ...marked(marker), connectTimeout: 1_000 });
    const attempts = Array.from({ length: 5 }, () => connectToServer('once', server));
    await waitUntil(() => processesWithMarker(marker).length > 0);
    expect(processesWithMarker(marker)).toHaveLength(1);
    expect(new Set(await Promise.all(attempts)).size).toBe(1);
  });

  it('fault 91: initialize is not cancelled when it takes too long', async () => {
    const seen: string[] = [];
    const server = sdkServer('mute', { connectTimeout: 50 });
    const inProcessServer = () => ({
      close: async () => undefined,
      connect: async (transport: { onmessage?: (message: { method: string }) => void }) => {
        transport.onmessage = ({ method }) => void seen.push(method);
        await (transport as unknown as { start(): Promise<void> }).start();
      },
    });
    const connection = await connectToServer('mute', server, {
      inProcessServer: inProcessServer as never,
    });
    expect(connection).toMatchObject({ type: 'failed', code: 'TOOLPOOL_CONNECT_TIMEOUT' });
    expect(seen).toEqual(['initialize']);
  });

  it.each(['abc', '-5', '0', ''])(
    'fault 89: the value %j of MCP_TIMEOUT is ignored',
    async (value) => {
      await using server = await connected(sdkServer('patient'), {
        env: { ...process.env, MCP_TIMEOUT: value },
        inProcessServer: () => createFixtureServer({}),
      });
      expect(server.type).toBe('connected');
    },
  );

  it('connects and closes 20 times without leaving a process', async () => {
    const marker = newMarker();
    const lane = async (name: string) => {
      const server = stdioServer(name, { grandchild: { ignoreTerm: true } }, marked(marker));
      for (let round = 0; round < 5; round++) {
        const connection = await connected(server);
        await connection.cleanup();
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(lane));
    expect(processesWithMarker(marker)).toEqual([]);
  });
});
