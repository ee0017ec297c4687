import { describe, expect, it } from 'vitest';
import type { Connector, ConnectorDirectory } from '../src/index.ts';
import { createWorkspace, reference, states } from './workspace.ts';

const mail = { name: 'mail', url: 'https://mail.example/mcp', id: 'm1' };
const docs = { name: 'docs', url: 'https://docs.example/mcp', id: 'd1' };

function directory(list: ConnectorDirectory['list']): ConnectorDirectory {
  return { label: 'the account', list };
}

describe('connectors of an account', () => {
  it('come from a file of the user and from a directory that a host asks', async () => {
    await using workspace = await createWorkspace();
    const file = await workspace.write('home/toolpool/connectors.json', { connectors: [mail] });
    const { servers } = await workspace.load({ connectors: directory(async () => [docs]) });
    expect(servers).toMatchObject([
      {
        name: 'docs',
        scope: 'claudeai',
        source: { label: 'the account' },
        config: { type: 'claudeai-proxy', url: docs.url, id: 'd1' },
      },
      { name: 'mail', scope: 'claudeai', source: { file, line: 1 } },
    ]);
  });

  it('give way to servers of their name or their endpoint, and that is told', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', {
      mcpServers: {
        mail: { command: 'mail' },
        own: {
          url: `https://${reference('DOCS_HOST:-docs.example')}/mcp`,
          headers: { Authorization: 'x' },
        },
      },
    });
    const loaded = await workspace.load({ connectors: directory(async () => [mail, docs]) });
    expect(states(loaded)).toEqual({
      'mail (user)': 'runs',
      'own (user)': 'runs',
      'mail (claudeai)': 'shadowed',
      'docs (claudeai)': 'suppressed',
    });
    expect(loaded.setAside.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('"own" of the user scope'),
      expect.stringContaining('user scope'),
    ]);
  });

  it('cost only themselves when they are none', async () => {
    await using workspace = await createWorkspace();
    const listed: unknown = [mail, 5, { name: 'x', url: 'ftp://h', id: '1' }, { ...docs, id: 7 }];
    const connectors = directory(async () => listed as readonly Connector[]);
    expect(states(await workspace.load({ connectors }))).toEqual({
      'mail (claudeai)': 'runs',
      'connectors[1] (claudeai)': 'invalid',
      'x (claudeai)': 'invalid',
      'docs (claudeai)': 'invalid',
    });
  });

  it.each([
    async () => {
      throw new Error('Bearer secret-of-the-account was refused');
    },
    () => {
      throw new Error('secret-of-the-account');
    },
    async () => 'secret-of-the-account' as unknown as readonly Connector[],
  ])('cost the other servers nothing when their directory fails (%#)', async (list) => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { a: { command: 'a' } } });
    const loaded = await workspace.load({ connectors: directory(list) });
    expect(states(loaded)).toEqual({ 'a (user)': 'runs' });
    expect(loaded.diagnostics).toMatchObject([{ severity: 'error' }]);
    expect(JSON.stringify(loaded.diagnostics)).not.toContain('secret-of-the-account');
  });

  it.each(['{', '[]', '{"connectors": {}}', '{"mcpServers": {}}'])(
    'report the file %j',
    async (text) => {
      await using workspace = await createWorkspace();
      const file = await workspace.write('home/toolpool/connectors.json', text);
      const { diagnostics } = await workspace.load();
      expect(diagnostics).toMatchObject([{ severity: 'error', file, line: 1 }]);
    },
  );

  it('are never read from a project, and never asked for without a directory', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('project/connectors.json', { connectors: [mail] });
    await workspace.write('project/.mcp.json', {
      mcpServers: {},
      connectors: [mail],
      servers: { x: { command: 'x' } },
    });
    expect(states(await workspace.load())).toEqual({});
  });
});

describe('fault 17: duplicates are found without env, headers and query', () => {
  const plugins = (entries: Record<string, unknown>) => [
    { plugin: 'p', root: '/p', file: '/p/plugin.json', entries, variables: {} },
  ];

  it.each([
    { own: { command: 'a', env: { A: '1' } }, twin: { command: 'a', env: { A: '2' } } },
    { own: { command: 'a' }, twin: { command: 'a', args: ['b'] } },
    { own: { command: '/a', cwd: '/w' }, twin: { command: '/a', cwd: '/v' } },
    { own: { url: 'https://h/?a=1' }, twin: { url: 'https://h/?a=2' } },
    { own: { url: 'https://h/' }, twin: { url: 'https://h/', headers: { A: '2' } } },
    {
      own: { url: 'https://h/', headers: { A: '1' } },
      twin: { url: 'https://h/', headers: { A: '2' } },
    },
    {
      own: { command: 'a', env: { A: reference('X') } },
      twin: { command: 'a', env: { A: reference('Y') } },
    },
  ])('keeps both of $own and $twin', async ({ own, twin }) => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { own, twin } });
    const env = { ...workspace.env, X: '1', Y: '2' };
    const loaded = await workspace.load({
      env,
      paths: workspace.paths,
      plugins: plugins({ twin }),
    });
    expect(loaded.servers.map(({ name }) => name)).toEqual(['own', 'twin']);
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { own } });
    const beside = await workspace.load({
      env,
      paths: workspace.paths,
      plugins: plugins({ twin }),
    });
    expect(beside.servers.map(({ name }) => name)).toEqual(['own', 'plugin:p:twin']);
  });

  it.each([
    { own: { url: 'https://H:443/mcp' }, twin: { url: 'https://h/mcp', type: 'http' } },
    { own: { url: 'https://h/', headers: { A: '1' } }, twin: { url: 'https://h/' } },
    {
      own: { command: 'a', env: { A: '1', B: '2' } },
      twin: { command: 'a', env: { B: '2', A: reference('X') } },
    },
  ])('shows $twin beside $own as suppressed', async ({ own, twin }) => {
    await using workspace = await createWorkspace();
    const cwd = workspace.project;
    const place = 'command' in own ? { cwd } : {};
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { own: { ...own, ...place } } });
    const entries = { twin: { ...twin, ...place } };
    const env = { ...workspace.env, X: '1' };
    const loaded = await workspace.load({ env, paths: workspace.paths, plugins: plugins(entries) });
    expect(states(loaded)).toEqual({
      'own (user)': 'runs',
      'plugin:p:twin (plugin)': 'suppressed',
    });
  });
});
