import { execFile } from 'node:child_process';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createWorkspace, reference, states } from './workspace.ts';

const run = promisify(execFile);
const approveAll = { settingSources: ['user', 'project'] as const };

describe('fault 1: one bad entry empties the whole file', () => {
  it('costs the bad entry alone, with its place', async () => {
    await using workspace = await createWorkspace();
    const text =
      '{\n  "mcpServers": {\n    "a": {"command": "a"},\n    "b": {"command": "b", "args": true},\n    "c": 5\n  }\n}';
    const file = await workspace.write('home/toolpool/mcp.json', text);
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({
      'a (user)': 'runs',
      'b (user)': 'invalid',
      'c (user)': 'invalid',
    });
    expect(loaded.diagnostics).toEqual([
      {
        severity: 'error',
        code: 'TOOLPOOL_CONFIG_INVALID',
        message: 'Server "b": "args" must be a list.',
        file,
        line: 4,
        column: 27,
        server: 'b',
        field: 'args',
      },
      {
        severity: 'error',
        code: 'TOOLPOOL_CONFIG_INVALID',
        message: 'Server "c": The entry must be an object.',
        file,
        line: 5,
        column: 5,
        server: 'c',
      },
    ]);
    expect(loaded.setAside[0]).toMatchObject({
      source: { file, line: 4, column: 5 },
      reason: '"args" must be a list.',
      code: 'TOOLPOOL_CONFIG_INVALID',
    });
  });

  it('costs a bad file that file alone', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('project/.mcp.json', '{"mcpServers": {"p": {"command": "p"}}');
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { u: { command: 'u' } } });
    const loaded = await workspace.load(approveAll);
    expect(states(loaded)).toEqual({ 'u (user)': 'runs' });
    expect(loaded.diagnostics).toMatchObject([
      { severity: 'error', code: 'TOOLPOOL_CONFIG_SYNTAX', line: 1, column: 39 },
    ]);
  });

  it.each([
    { content: [], problem: 'TOOLPOOL_CONFIG_INVALID' },
    { content: { mcpServers: [] }, problem: 'TOOLPOOL_CONFIG_INVALID' },
    { content: { servers: { a: { command: 'a' } } }, problem: 'TOOLPOOL_CONFIG_KEY_UNKNOWN' },
    { content: '', problem: 'TOOLPOOL_CONFIG_SYNTAX' },
  ])('says why $content holds no servers', async ({ content, problem }) => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', content);
    const { diagnostics } = await workspace.load();
    expect(diagnostics).toMatchObject([{ code: problem, line: 1 }]);
  });
});

describe('fault 2: `url` without `type` is dropped in silence', () => {
  it('means HTTP with SSE to fall back to', async () => {
    await using workspace = await createWorkspace();
    const x = { url: 'http://127.0.0.1:1/mcp' };
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { x } });
    const { servers } = await workspace.load();
    expect(servers[0]?.config).toEqual({ type: 'http', sseFallback: true, ...x });
  });

  it.each([
    { entry: {}, reason: 'The entry has neither "command" nor "url".' },
    {
      entry: { command: 'a', url: 'http://x/' },
      reason: 'The entry has both "command" and "url"; it needs exactly one of them.',
    },
    {
      entry: { serverUrl: 'http://x/' },
      reason: 'The entry has neither "command" nor "url". "serverUrl" is called "url" here.',
    },
    { entry: { type: 'smoke', url: 'http://x/' }, reason: 'Unsupported server type: smoke' },
    { entry: { type: 'http' }, reason: '"url" is missing.' },
    { entry: { url: 'nonsense' }, reason: '"url" must be a URL.' },
  ])('says in one line what is wrong with $entry', async ({ entry, reason }) => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { x: entry } });
    const { setAside, diagnostics } = await workspace.load();
    expect(setAside).toMatchObject([{ name: 'x', status: 'invalid', reason }]);
    expect(diagnostics).toHaveLength(1);
  });

  it('lists an empty URL as not configured, without an error', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', {
      mcpServers: { x: { type: 'sse', url: '' } },
    });
    const { setAside, diagnostics } = await workspace.load();
    expect(setAside).toMatchObject([
      { status: 'not-configured', code: 'TOOLPOOL_SERVER_NOT_CONFIGURED' },
    ]);
    expect(diagnostics).toEqual([]);
  });
});

it('fault 4: comments and trailing commas make a file malformed', async () => {
  await using workspace = await createWorkspace();
  const text = [
    '\uFEFF// servers of the team',
    '{ /* block */ "mcpServers": {',
    '  "x": { "url": "https://host/mcp", }, // trailing',
    '}, }',
  ].join('\r\n');
  await workspace.write('home/toolpool/mcp.json', text);
  const { servers, diagnostics } = await workspace.load();
  expect(servers).toMatchObject([
    { config: { url: 'https://host/mcp' }, source: { line: 3, column: 3 } },
  ]);
  expect(diagnostics).toEqual([]);
});

describe('fault 14: the same name in two scopes', () => {
  it('keeps a user server while the project server of its name waits', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('project/.mcp.json', { mcpServers: { x: { command: 'evil' } } });
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { x: { command: 'good' } } });
    expect(states(await workspace.load())).toEqual({
      'x (project)': 'pending-approval',
      'x (user)': 'runs',
    });
    const approved = await workspace.load(approveAll);
    expect(states(approved)).toEqual({ 'x (project)': 'runs', 'x (user)': 'shadowed' });
    expect(approved.setAside[0]?.reason).toContain('.mcp.json');
  });

  it('lets the whole entry of the highest scope win', async () => {
    await using workspace = await createWorkspace();
    const entry = (scope: string) => ({
      mcpServers: { x: { command: scope, env: { [scope]: '1' } } },
    });
    await workspace.write('project/.mcp.json', entry('project'));
    await workspace.write('home/toolpool/mcp.json', entry('user'));
    await workspace.write('home/toolpool/state/local-servers.json', {
      projects: { [workspace.project]: entry('local') },
    });
    const { servers, setAside } = await workspace.load({
      ...approveAll,
      dynamic: [
        JSON.stringify(entry('earlier')),
        { label: 'code', entries: entry('dynamic').mcpServers },
      ],
    });
    expect(servers).toMatchObject([
      {
        scope: 'dynamic',
        source: { label: 'code' },
        config: { command: 'dynamic', env: { dynamic: '1' } },
      },
    ]);
    expect(setAside.map(({ scope, status }) => `${scope} ${status}`)).toEqual([
      'dynamic shadowed',
      'local shadowed',
      'project shadowed',
      'user shadowed',
    ]);
  });

  it.each([
    { entry: { command: 'x', disabled: true }, status: 'disabled' },
    { entry: { command: '' }, status: 'invalid' },
    { entry: { command: reference('UNSET') }, status: 'misconfigured' },
    { entry: { url: '' }, status: 'not-configured' },
  ])('does not let a $status entry hide one that may run', async ({ entry, status }) => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { x: { command: 'good' } } });
    const loaded = await workspace.load({
      dynamic: [JSON.stringify({ mcpServers: { x: entry } })],
    });
    expect(states(loaded)).toEqual({ 'x (dynamic)': status, 'x (user)': 'runs' });
  });
});

describe('servers of plugins', () => {
  const plugin = (name: string, root: string, entries: Record<string, unknown>) => ({
    plugin: name,
    root,
    file: join(root, 'plugin.json'),
    entries,
    variables: { TOOLPOOL_PLUGIN_ROOT: root },
  });
  const root = (name: string) => `/plugins/${name}`;

  it('fault 18: two plugins with a server of one name', async () => {
    await using workspace = await createWorkspace();
    const db = { command: `${reference('TOOLPOOL_PLUGIN_ROOT')}/db` };
    const plugins = [plugin('a', root('a'), { db }), plugin('b', root('b'), { db })];
    expect(states(await workspace.load({ plugins }))).toEqual({
      'plugin:a:db (plugin)': 'runs',
      'plugin:b:db (plugin)': 'runs',
    });
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { db } });
    const { setAside } = await workspace.load();
    expect(setAside).toMatchObject([
      { status: 'misconfigured', code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING' },
    ]);
    expect(setAside[0]?.reason).toContain('plugin');
  });

  it('give way to a server above that reaches the same endpoint', async () => {
    await using workspace = await createWorkspace();
    const local = { command: '/plugins/a/db', cwd: '/w', env: { A: '1' } };
    await workspace.write('home/toolpool/mcp.json', {
      mcpServers: { web: { url: 'https://HOST/mcp' }, db: local },
    });
    const placed = { ...local, command: `${reference('TOOLPOOL_PLUGIN_ROOT')}/db` };
    const plugins = [
      plugin('a', root('a'), {
        web: { type: 'http', url: 'https://host/mcp' },
        other: { url: 'https://host/mcp?account=2' },
        db: placed,
        db2: { ...placed, env: { A: '2' } },
      }),
    ];
    expect(states(await workspace.load({ plugins }))).toEqual({
      'db (user)': 'runs',
      'web (user)': 'runs',
      'plugin:a:db (plugin)': 'suppressed',
      'plugin:a:db2 (plugin)': 'runs',
      'plugin:a:other (plugin)': 'runs',
      'plugin:a:web (plugin)': 'suppressed',
    });
  });

  it('keep their names from other scopes', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', {
      mcpServers: { 'plugin:a:db': { command: 'x' } },
    });
    expect(states(await workspace.load())).toEqual({ 'plugin:a:db (user)': 'invalid' });
  });
});

describe('the project', () => {
  it('is the nearest folder upwards with .mcp.json or .git', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('project/.mcp.json', { mcpServers: {} });
    await workspace.write('project/inner/.mcp.json', { mcpServers: {} });
    await mkdir(join(workspace.project, 'inner/deep'), { recursive: true });
    await mkdir(join(workspace.project, 'other/deep'), { recursive: true });
    const rootFrom = async (path: string) =>
      (await workspace.load({ cwd: join(workspace.project, path) })).projectRoot;
    expect(await rootFrom('other/deep')).toBe(workspace.project);
    expect(await rootFrom('inner/deep')).toBe(join(workspace.project, 'inner'));
  });

  it('is the current folder when nothing marks one, and stops at the home folder', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('.mcp.json', { mcpServers: { above: { command: 'x' } } });
    await workspace.write('home/.mcp.json', { mcpServers: { home: { command: 'x' } } });
    await mkdir(join(workspace.home, 'a/b'), { recursive: true });
    const inside = await workspace.load({ cwd: join(workspace.home, 'a/b') });
    expect(inside.projectRoot).toBe(join(workspace.home, 'a/b'));
    const home = await workspace.load({ cwd: workspace.home });
    expect(home.projectRoot).toBe(workspace.home);
    expect({ ...states(inside), ...states(home) }).toEqual({});
  });

  it('can be named, relative to the current folder', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('named/.mcp.json', { mcpServers: { x: { command: 'x' } } });
    const loaded = await workspace.load({ projectRoot: '../named', ...approveAll });
    expect(states(loaded)).toEqual({ 'x (project)': 'runs' });
    await expect(workspace.load({ projectRoot: 'missing' })).rejects.toMatchObject({
      code: 'TOOLPOOL_USAGE',
    });
  });

  it('takes its local servers along by its real path alone', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/state/local-servers.json', {
      projects: { [workspace.project]: { mcpServers: { x: { command: 'x' } } } },
    });
    expect(states(await workspace.load())).toEqual({ 'x (local)': 'runs' });
    const moved = join(workspace.root, 'moved');
    await rename(workspace.project, moved);
    expect(states(await workspace.load({ cwd: moved }))).toEqual({});
  });
});

describe('the dynamic scope', () => {
  it('alone loads when strict', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { u: { command: 'u' } } });
    await workspace.write('project/extra.json', { mcpServers: { d: { command: 'd' } } });
    const loaded = await workspace.load({ dynamic: ['extra.json'], strict: true });
    expect(states(loaded)).toEqual({ 'd (dynamic)': 'runs' });
  });

  it.each([
    { source: 'missing.json', code: 'TOOLPOOL_FILE_UNREADABLE' },
    { source: '.git', code: 'TOOLPOOL_FILE_UNREADABLE' },
    { source: '{"mcpServers": ', code: 'TOOLPOOL_CONFIG_SYNTAX' },
    { source: '{"mcpServers": 1}', code: 'TOOLPOOL_CONFIG_INVALID' },
  ])('refuses $source', async ({ source, code }) => {
    await using workspace = await createWorkspace();
    await expect(workspace.load({ dynamic: [source] })).rejects.toMatchObject({ code });
  });
});

describe('hostile files', () => {
  it.each([
    { what: 'a folder', make: (file: string) => mkdir(file) },
    { what: 'a pipe', make: (file: string) => run('mkfifo', [file]) },
  ])('report $what in the place of a file', async ({ make }) => {
    await using workspace = await createWorkspace();
    await make(join(workspace.project, '.mcp.json'));
    const { diagnostics } = await workspace.load();
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'TOOLPOOL_FILE_UNREADABLE' }]);
  });

  it.each([
    {
      what: '100,000 brackets',
      text: `{"mcpServers": ${'['.repeat(100_000)}`,
      code: 'TOOLPOOL_CONFIG_SYNTAX',
    },
    {
      what: '50 MB',
      text: `{"mcpServers": {"x": "${'x'.repeat(50_000_000)}"}}`,
      code: 'TOOLPOOL_FILE_UNREADABLE',
    },
    { what: 'no UTF-8', text: '\0', code: 'TOOLPOOL_CONFIG_SYNTAX' },
  ])('report $what', async ({ text, code }) => {
    await using workspace = await createWorkspace();
    await workspace.write('project/.mcp.json', text);
    const { diagnostics } = await workspace.load();
    expect(diagnostics).toMatchObject([{ severity: 'error', code }]);
  });

  it('take `__proto__` for a name like any other', async () => {
    await using workspace = await createWorkspace();
    const text = '{"mcpServers": {"__proto__": {"command": "x", "__proto__": {"disabled": true}}}}';
    await workspace.write('home/toolpool/mcp.json', text);
    const { servers } = await workspace.load();
    expect(servers).toMatchObject([{ name: '__proto__', config: { command: 'x' } }]);
    expect(servers[0]?.config.disabled).toBeUndefined();
    expect(Reflect.get({}, 'command')).toBeUndefined();
  });

  it('report keys that occur twice, and take the last', async () => {
    await using workspace = await createWorkspace();
    const text = '{"mcpServers": {"x": {"command": "a"},\n"x": {"command": "b", "command": "c"}}}';
    await workspace.write('home/toolpool/mcp.json', text);
    const { servers, diagnostics } = await workspace.load();
    expect(servers).toMatchObject([{ config: { command: 'c' } }]);
    expect(diagnostics).toMatchObject([
      { code: 'TOOLPOOL_CONFIG_KEY_DUPLICATE', line: 2, column: 1 },
      { code: 'TOOLPOOL_CONFIG_KEY_DUPLICATE', line: 2, column: 23 },
    ]);
  });
});

it('reports keys without effect, and white space that nobody sees', async () => {
  await using workspace = await createWorkspace();
  await workspace.write('home/toolpool/mcp.json', {
    mcpServers: {
      x: {
        command: ' x',
        env: { A: 'secret ', 'B\n': ' ' },
        headers: {},
        enabled: true,
        vendor: 1,
        'x-vendor': 1,
      },
    },
  });
  const { servers, diagnostics } = await workspace.load();
  expect(servers[0]?.config).toMatchObject({ command: ' x', vendor: 1, 'x-vendor': 1 });
  expect(diagnostics.map(({ severity, field }) => `${severity} ${field}`)).toEqual([
    'warning headers',
    'warning enabled',
    'info vendor',
    'warning command',
    'warning env.A',
    'warning env.B\\u000a',
  ]);
  expect(JSON.stringify(diagnostics)).not.toContain('secret');
});

it('reads thousands of entries, and reports a flood of mistakes in short', async () => {
  await using workspace = await createWorkspace();
  const many = Array.from({ length: 3_000 }, (_, index) => `"${index}":{"command":"x","u":1}`);
  await workspace.write('home/toolpool/mcp.json', `{"mcpServers":{${many.join(',')}}}`);
  await workspace.write(
    'project/.mcp.json',
    `{"mcpServers":{"x":{"command":"x","args":[${'1,'.repeat(200_000)}1]}}}`,
  );
  const { servers, setAside, diagnostics } = await workspace.load();
  expect(servers).toHaveLength(3_000);
  expect(setAside[0]?.reason.length).toBeLessThan(500);
  expect(diagnostics).toHaveLength(3_000 + 1);
});
