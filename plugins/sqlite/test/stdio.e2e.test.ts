import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { loadPlugin } from '@toolpool/plugin-kit';
import { processesWithMarker, temporaryDirectory, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { type SqliteConnection, withCalls } from './connect-sqlite.ts';
import { sampleDatabase } from './sample-database.ts';

const server = fileURLToPath(new URL('../dist/server.js', import.meta.url));
const ENDLESS =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

/** Starts the built server as a host would. */
async function startServer(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Record<string, string> },
): Promise<SqliteConnection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, ...args],
    cwd,
    env,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  client.onerror = (error) => {
    throw error;
  };
  await client.connect(transport);
  return { ...withCalls(client), [Symbol.asyncDispose]: () => client.close() };
}

it('loads from its built folder', async () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const plugin = await loadPlugin('.', { cwd, projectRoot: cwd, dataDirectory: cwd });
  expect(plugin).toMatchObject({
    name: 'sqlite',
    contribution: {
      entries: { sqlite: { command: 'node' } },
      variables: { TOOLPOOL_PLUGIN_ROOT: resolve(cwd), 'user_config.database': '' },
    },
    inProcessServers: {},
  });
});

describe('the built server', () => {
  it.each([
    { from: 'its argument', args: ['books.db'], env: {} },
    { from: 'the environment', args: [''], env: { SQLITE_DATABASE: './books.db' } },
    { from: 'its home folder', args: [], env: { SQLITE_DATABASE: '~/books.db' } },
  ])('reads the database that it takes from $from', async ({ args, env }) => {
    await using database = await sampleDatabase();
    const cwd = database.folder;
    await using sqlite = await startServer(args, { cwd, env: { HOME: cwd, ...env } });
    await expect(
      sqlite.call('query', { sql: 'SELECT name FROM authors ORDER BY id' }),
    ).resolves.toMatchObject({ rows: [['Ada'], ['Grace']] });
    await expect(sqlite.callWrongly('query', { sql: 'DELETE FROM books' })).resolves.toContain(
      'only reads',
    );
  });

  it('starts without a database, and each tool says how to name one', async () => {
    await using folder = temporaryDirectory();
    await using sqlite = await startServer([''], { cwd: folder.path });
    const { tools } = await sqlite.client.listTools();
    const args = { sql: 'SELECT 1', table: 'x' };
    for (const { name } of tools) {
      await expect(sqlite.callWrongly(name, args)).resolves.toContain('SQLITE_DATABASE');
    }
    await expect(sqlite.client.listResources()).resolves.toHaveProperty('resources');
  });

  it('stops a query that takes too long, and answers the next', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await startServer([database.path], { cwd: database.folder });
    const waiting = sqlite.call('query', { sql: 'SELECT 1', timeoutSeconds: 60 });
    const [stopped] = await Promise.all([
      sqlite.callWrongly('query', { sql: ENDLESS, timeoutSeconds: 0.3 }),
      waiting,
    ]);
    expect(stopped).toContain('took longer than 0.3 s and was stopped');
    await expect(sqlite.call('query', { sql: 'SELECT 2' })).resolves.toMatchObject({ rows: [[2]] });
  });

  it('stops a query that the client cancels', async () => {
    await using database = await sampleDatabase();
    await using sqlite = await startServer([database.path], { cwd: database.folder });
    const abort = new AbortController();
    const endless = sqlite.client.callTool(
      { name: 'query', arguments: { sql: ENDLESS, timeoutSeconds: 200 } },
      undefined,
      { signal: abort.signal },
    );
    abort.abort('enough');
    await expect(endless).rejects.toThrow('enough');
    await expect(sqlite.call('query', { sql: 'SELECT 2' })).resolves.toMatchObject({ rows: [[2]] });
  });

  it('leaves no process behind, even while a query runs', async () => {
    await using database = await sampleDatabase();
    const marker = `sqlite-plugin-${process.pid}-${Date.now()}`;
    const sqlite = await startServer([database.path], {
      cwd: database.folder,
      env: { TOOLPOOL_TEST_MARKER: marker },
    });
    sqlite.client
      .callTool({ name: 'query', arguments: { sql: ENDLESS, timeoutSeconds: 200 } })
      .catch(() => undefined);
    await waitUntil(() => processesWithMarker(marker).length === 2, { timeoutMs: 10_000 });
    await sqlite.client.close();
    await waitUntil(() => processesWithMarker(marker).length === 0, { timeoutMs: 5000 });
  });
});
