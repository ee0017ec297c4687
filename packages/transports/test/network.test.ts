import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect as connectSocket, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory, waitUntil } from '@toolpool/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { answer, connect, JSON_TYPE, startRawServer } from './http-fixture.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './tls-fixture.ts';

afterEach(() => void vi.unstubAllEnvs());

interface TestServer extends AsyncDisposable {
  readonly port: number;
}

async function listen(server: Server): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A proxy that takes every host for this machine, and keeps what it was asked for. */
async function startProxy(status = 200) {
  const hits: { readonly target: string; readonly credentials: string | undefined }[] = [];
  const proxy = createHttpServer();
  proxy.on('connect', ({ url = '', headers }, socket: Socket) => {
    hits.push({ target: url, credentials: headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = connectSocket(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    return undefined;
  });
  const { port, [Symbol.asyncDispose]: dispose } = await listen(proxy);
  return { hits, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: dispose };
}

describe('a proxy', () => {
  const startServer = () => startRawServer((_, response, body) => answer(response, body));

  it.each(['HTTP_PROXY', 'http_proxy'])('fault 76: of %s is gone through', async (name) => {
    await using server = await startServer();
    await using proxy = await startProxy();
    const environment = { [name]: proxy.url.replace('//', '//user:p%40ss@') };
    await using client = await connect({ type: 'http', url: server.url }, { environment });
    expect(await client.request('any')).toMatchObject({ result: {} });
    const credentials = `Basic ${btoa('user:p@ss')}`;
    expect(proxy.hits).toEqual([{ target: new URL(server.url).host, credentials }]);
  });

  it.each([
    ['127.0.0.1', 0],
    ['other.example, 127.0.0.1', 0],
    ['127.0.0.1:PORT', 0],
    ['localhost', 0],
    ['*', 0],
    ['127.0.0.1:1', 1],
    ['7.0.0.1', 1],
    ['example', 1],
  ])('fault 76: with NO_PROXY=%s is asked %i times', async (exceptions, hits) => {
    await using server = await startServer();
    await using proxy = await startProxy();
    const environment = {
      HTTP_PROXY: proxy.url,
      NO_PROXY: exceptions.replace('PORT', new URL(server.url).port),
    };
    await using client = await connect({ type: 'http', url: server.url }, { environment });
    await client.request('any');
    expect(proxy.hits).toHaveLength(hits);
  });

  it.each([
    ['.corp.example', 0],
    ['corp.example', 0],
    ['*.corp.example', 0],
    ['orp.example', 1],
  ])(
    'fault 76: with NO_PROXY=%s stands between for a host of a domain or not',
    async (rule, hits) => {
      await using server = await startServer();
      await using proxy = await startProxy();
      const environment = { HTTP_PROXY: proxy.url, NO_PROXY: rule };
      const url = server.url.replace('127.0.0.1', 'mcp.corp.example');
      await using client = await connect({ type: 'http', url }, { environment });
      await client.request('any').catch(() => undefined);
      expect(proxy.hits).toHaveLength(hits);
    },
  );

  it('fault 76: is not asked for this machine by its name', async () => {
    await using server = await startServer();
    await using proxy = await startProxy();
    const url = server.url.replace('127.0.0.1', 'localhost');
    const environment = { HTTP_PROXY: proxy.url };
    await using client = await connect({ type: 'http', url }, { environment });
    await client.request('any').catch(() => undefined);
    expect(proxy.hits).toHaveLength(0);
  });

  it('fault 76: that refuses is named as the reason', async () => {
    await using server = await startServer();
    await using proxy = await startProxy(407);
    const environment = { HTTP_PROXY: proxy.url };
    await using client = await connect({ type: 'http', url: server.url }, { environment });
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      message: expect.stringMatching(/proxy.*407/i),
    });
  });

  it.each(['http', 'ws'] as const)(
    'fault 76: that never answers is let go of by a closed %s server',
    async (type) => {
      let closed = 0;
      const silent = createHttpServer().on('connect', (_, socket: Socket) => {
        socket
          .resume()
          .on('end', () => closed++)
          .on('error', () => undefined);
      });
      await using proxy = await listen(silent);
      const environment = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
      const url = `${type}://127.0.0.1:65000/mcp`;
      const dependencies = { environment, requestTimeoutMs: 200 };
      const opening = connect({ type, url }, dependencies).then(async (client) => {
        const request = client.request('any');
        await request.catch(() => client.transport.close());
        return request;
      });
      await expect(opening).rejects.toMatchObject({
        code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
        message: expect.stringContaining('No answer within 200 ms'),
      });
      await waitUntil(() => closed === 1);
    },
  );

  it.each([200, 407])('fault 76: answers %i to a WebSocket', async (status) => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => sockets.once('listening', resolve));
    await using proxy = await startProxy(status);
    const url = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
    const environment = { HTTP_PROXY: proxy.url };
    const opening = connect({ type: 'ws', url }, { environment });
    if (status === 200) await (await opening).transport.close();
    else await expect(opening).rejects.toMatchObject({ message: expect.stringMatching(/407/) });
    expect(proxy.hits).toHaveLength(1);
    sockets.close();
  });
});

describe('TLS', () => {
  const startSecureSockets = async () => {
    const server = createHttpsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY });
    new WebSocketServer({ server });
    const { port, [Symbol.asyncDispose]: dispose } = await listen(server);
    return { url: `wss://127.0.0.1:${port}/mcp`, [Symbol.asyncDispose]: dispose };
  };

  async function startSecure() {
    const tls = { cert: TEST_CERTIFICATE, key: TEST_KEY };
    const server = createHttpsServer(tls, async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      answer(response, body);
    });
    const { port, [Symbol.asyncDispose]: dispose } = await listen(server);
    return { port, url: `https://127.0.0.1:${port}/mcp`, [Symbol.asyncDispose]: dispose };
  }

  it('fault 76: of an unknown authority is refused by name, whatever the environment says', async () => {
    await using server = await startSecure();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await using client = await connect({ type: 'http', url: server.url });
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
      hint: expect.stringContaining('"tls.ca"'),
      data: { errno: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    const socket = connect({ type: 'ws', url: server.url.replace('https', 'wss') });
    await expect(socket).rejects.toMatchObject({ data: { errno: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  });

  it('fault 76: of an authority that the entry names is trusted, also through a proxy', async () => {
    await using server = await startSecure();
    await using proxy = await startProxy();
    await using directory = temporaryDirectory();
    const ca = join(directory.path, 'ca.pem');
    writeFileSync(ca, TEST_CERTIFICATE);
    for (const environment of [{}, { HTTPS_PROXY: proxy.url }]) {
      const config = { type: 'http', url: server.url, tls: { ca } } as const;
      await using client = await connect(config, { environment });
      expect(await client.request('any')).toMatchObject({ result: {} });
    }
    expect(proxy.hits).toHaveLength(1);
  });

  it('fault 76: of an authority that the entry names is trusted by a WebSocket, also through a proxy', async () => {
    await using server = await startSecureSockets();
    await using proxy = await startProxy();
    await using directory = temporaryDirectory();
    const ca = join(directory.path, 'ca.pem');
    writeFileSync(ca, TEST_CERTIFICATE);
    for (const environment of [{}, { HTTPS_PROXY: proxy.url }]) {
      const client = await connect({ type: 'ws', url: server.url, tls: { ca } }, { environment });
      await client.transport.close();
    }
    expect(proxy.hits).toHaveLength(1);
    const missing = connect({ type: 'ws', url: server.url, tls: { ca: `${ca}.not` } });
    await expect(missing).rejects.toMatchObject({ code: 'TOOLPOOL_FILE_UNREADABLE' });
  });

  it.each([
    ['is not there', undefined, /"tls\.ca".*ENOENT/],
    ['holds something else', 'no certificate', /holds no usable PEM/],
  ])('fault 76: with an authority whose file %s is an error', async (_, text, message) => {
    await using directory = temporaryDirectory();
    const ca = join(directory.path, 'ca.pem');
    const key = join(directory.path, 'key.pem');
    if (text !== undefined) writeFileSync(ca, text);
    if (text !== undefined) writeFileSync(key, text);
    const tls = text === undefined ? { ca } : { ca, key };
    await using client = await connect({ type: 'http', url: 'https://127.0.0.1:9/mcp', tls });
    await expect(client.request('any')).rejects.toMatchObject({
      code: 'TOOLPOOL_FILE_UNREADABLE',
      message: expect.stringMatching(message),
    });
  });
});

describe('the headers of an entry', () => {
  it('fault 72: never leave the origin of its server', async () => {
    await using other = await startRawServer((_, response) =>
      response.writeHead(200, JSON_TYPE).end(),
    );
    await using server = await startRawServer((request, response) => {
      if (request.method === 'POST') response.writeHead(307, { location: other.url }).end();
      else response.writeHead(302, { location: other.url }).end();
    });
    const headers = { 'X-API-Key': 'secret-1' };
    await using http = await connect({ type: 'http', url: server.url, headers });
    await http.request('any').catch(() => undefined);
    await connect({ type: 'sse', url: server.url, headers }).catch(() => undefined);
    expect(server.requests).toHaveLength(2);
    expect(server.requests.every((request) => request.headers['x-api-key'] === 'secret-1')).toBe(
      true,
    );
    expect(other.requests).toEqual([]);
  });
});
