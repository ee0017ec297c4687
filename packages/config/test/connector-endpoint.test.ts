import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectorEndpoint } from '../src/index.ts';
import { createWorkspace, reference, states } from './workspace.ts';

const docs = { name: 'docs', url: 'https://docs.example/mcp', id: 'd1' };

async function startDirectory(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/connectors`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function loadFrom(url: string, headers: object = {}) {
  await using workspace = await createWorkspace();
  await workspace.write('home/toolpool/connectors.json', { endpoint: { url, headers } });
  const env = { ...workspace.env, ACCOUNT: 'account-secret' };
  const connectors = await connectorEndpoint({ paths: workspace.paths, env });
  return workspace.load(connectors === undefined ? {} : { connectors });
}

describe('the endpoint that lists the connectors of an account', () => {
  it.each([[[docs]], [{ connectors: [docs] }]])(
    'is asked with the headers of the user, and answers with %j',
    async (body) => {
      const seen: unknown[] = [];
      await using directory = await startDirectory((request, response) => {
        seen.push(request.headers.authorization);
        response.end(JSON.stringify(body));
      });
      const authorization = `Bearer ${reference('ACCOUNT')}`;
      const loaded = await loadFrom(directory.url, { Authorization: authorization });
      expect(states(loaded)).toEqual({ 'docs (claudeai)': 'runs' });
      expect(loaded.diagnostics).toEqual([]);
      expect(seen).toEqual(['Bearer account-secret']);
    },
  );

  const bad: Readonly<Record<string, RequestListener>> = {
    'a status': (_, response) => response.writeHead(500).end('[]'),
    'no JSON': (_, response) => response.end('<html>'),
    'no list': (_, response) => response.end('{"connectors": 1}'),
    'too much': (_, response) => response.end(`[${' '.repeat(2_000_000)}]`),
    'half of it': (_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('[');
      response.destroy();
    },
    'a way to another place': (_, response) =>
      response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
  };
  it.each(Object.keys(bad))('costs itself alone when it answers with %s', async (what) => {
    await using directory = await startDirectory(bad[what] ?? (() => undefined));
    const { servers, setAside, diagnostics } = await loadFrom(directory.url);
    expect([...servers, ...setAside]).toEqual([]);
    expect(diagnostics).toMatchObject([
      { severity: 'error', message: expect.stringContaining('could not be listed') },
    ]);
  });

  it.each([
    ['a status', 'answers with 500.'],
    ['too much', 'answers with more than 1048576 bytes.'],
  ])('says why, for %s', async (what, why) => {
    await using directory = await startDirectory(bad[what] ?? (() => undefined));
    const { diagnostics } = await loadFrom(directory.url);
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining(why) }]);
  });

  it('quotes neither the credential nor the answer', async () => {
    await using directory = await startDirectory((request, response) =>
      response.end(`${request.headers.authorization} is no JSON`),
    );
    const headers = { Authorization: `Bearer ${reference('ACCOUNT')}` };
    const { diagnostics } = await loadFrom(directory.url, headers);
    expect(JSON.stringify(diagnostics)).not.toMatch(/account|no JSON/);
  });

  it.each(['http://far.example/', 'ftp://x/', '', 7])('is not asked at %j', async (url) => {
    const { diagnostics } = await loadFrom(url as string);
    expect(diagnostics).toMatchObject([{ severity: 'error' }]);
  });

  it('lists connectors one by one, the bad ones as invalid', async () => {
    await using directory = await startDirectory((_, response) =>
      response.end(JSON.stringify([docs, { name: 'x' }, 1])),
    );
    const loaded = await loadFrom(directory.url);
    expect(states(loaded)).toEqual({
      'docs (claudeai)': 'runs',
      'x (claudeai)': 'invalid',
      'connectors[2] (claudeai)': 'invalid',
    });
  });

  it('is never one that a project names', async () => {
    await using workspace = await createWorkspace();
    const endpoint = { url: 'http://127.0.0.1:9/' };
    await workspace.write('project/connectors.json', { endpoint });
    await workspace.write('project/toolpool.config.json', { endpoint, connectors: { endpoint } });
    const { paths, env } = workspace;
    expect(await connectorEndpoint({ paths, env })).toBeUndefined();
  });
});
