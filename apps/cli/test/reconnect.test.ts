import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFixtureHttpServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createProject, scripted } from './cli-project.ts';
import { ErrorShape, ListShape } from './shapes.ts';

const tools = [{ name: 't', inputSchema: { type: 'object' } }];

describe('reconnect', () => {
  it('dials one server and reports it as list does', async () => {
    const servers = scripted({ good: { tools }, broken: { exitAtStart: 3 } });
    await using project = createProject({ '../home/mcp.json': servers });
    const good = await project.cli(['reconnect', 'good', '--json']);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(ListShape.parse(good.json()).servers).toMatchObject([
      { name: 'good', status: 'connected', tools: 1 },
    ]);
    const broken = await project.cli(['reconnect', 'broken']);
    expect(broken.code).toBe(3);
    expect(broken.stdout).toMatch(/broken\s+failed/);
    expect(broken.stdout).not.toContain('good');
  });

  it('dials all with --all, where only a required server is needed', async () => {
    const servers = scripted({ good: { tools }, broken: { exitAtStart: 3 } });
    await using project = createProject({ '../home/mcp.json': servers });
    const all = await project.cli(['reconnect', '--all', '--json']);
    expect(all.code).toBe(0);
    expect(ListShape.parse(all.json()).servers.map(({ status }) => status)).toEqual([
      'failed',
      'connected',
    ]);
    const { broken } = servers.mcpServers;
    project.write(`${project.home}/mcp.json`, {
      mcpServers: { broken: { ...broken, required: true } },
    });
    expect((await project.cli(['reconnect', '--all'])).code).toBe(3);
  });

  it('asks the endpoint of connectors that the user named, as list does', async () => {
    const connectors = [{ name: 'docs', url: 'https://docs.example/mcp', id: 'd1' }];
    const directory = createServer((_, response) => response.end(JSON.stringify(connectors)));
    await once(directory.listen(0, '127.0.0.1'), 'listening');
    const { port } = directory.address() as AddressInfo;
    await using project = createProject({
      '../home/connectors.json': { endpoint: { url: `http://127.0.0.1:${port}/` } },
    });
    for (const words of [['list'], ['reconnect', '--all']]) {
      const { servers } = ListShape.parse((await project.cli([...words, '--json'])).json());
      expect(servers).toMatchObject([{ name: 'docs', scope: 'claudeai' }]);
    }
    expect((await project.cli(['list', '--offline', '--json'])).json()).toMatchObject({
      servers: [],
    });
    await new Promise((resolve) => directory.close(resolve));
  });

  it('forgets that a server wanted a login', async () => {
    const requireHeader = { authorization: 'Bearer right' };
    await using http = await startFixtureHttpServer({ tools, requireHeader });
    await using project = createProject({
      '../home/mcp.json': { mcpServers: { web: { type: 'http', url: http.url } } },
    });
    const reasons: (string | null | undefined)[] = [];
    for (const words of [['list'], ['list'], ['reconnect', 'web']]) {
      const result = await project.cli([...words, '--json']);
      const [row] = ListShape.parse(result.json()).servers;
      expect(row?.status).toBe('needs-auth');
      reasons.push(row?.reason);
      expect(result.code).toBe(words[0] === 'reconnect' ? 4 : 0);
    }
    // The second list did not dial; reconnect did.
    expect(reasons[1]).toContain('a short while ago');
    expect(reasons[2]).toBe(reasons[0]);
    expect(reasons[2]).toContain('401');
  });

  it('reports what may not run, and starts nothing of it', async () => {
    await using project = createProject({
      '.mcp.json': { mcpServers: { waiting: { command: 'no-such-command' } } },
    });
    const result = await project.cli(['reconnect', 'waiting', '--json']);
    expect(result.code).toBe(5);
    expect(ListShape.parse(result.json()).servers).toMatchObject([{ status: 'pending-approval' }]);
  });

  it.each([
    { words: [], code: 'TOOLPOOL_USAGE', says: 'no server named' },
    { words: ['good', '--all'], code: 'TOOLPOOL_USAGE', says: '--all' },
    { words: ['goof'], code: 'TOOLPOOL_SERVER_UNKNOWN', says: 'goof' },
  ])('refuses reconnect $words', async ({ words, code, says }) => {
    await using project = createProject({ '../home/mcp.json': scripted({ good: { tools } }) });
    const result = await project.cli(['reconnect', ...words, '--json']);
    expect(result.code).toBe(2);
    const { error } = ErrorShape.parse(result.json());
    expect(error.code).toBe(code);
    expect(error.message).toContain(says);
  });
});
