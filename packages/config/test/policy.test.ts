import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkspace, reference, states, type Workspace } from './workspace.ts';

const file = 'system/policy.json';

async function writeUser(workspace: Workspace, servers: Record<string, unknown>): Promise<void> {
  await workspace.write('home/toolpool/mcp.json', { mcpServers: servers });
}

/** The state of one user server `x` under a policy. */
async function stateUnder(
  policy: unknown,
  entry: unknown,
  env: NodeJS.ProcessEnv = {},
): Promise<string | undefined> {
  await using workspace = await createWorkspace();
  await workspace.write(file, policy);
  await writeUser(workspace, { x: entry });
  const options = { env: { ...workspace.env, ...env }, paths: workspace.paths };
  const loaded = await workspace.load(options);
  return Object.values(states(loaded))[0];
}

describe('fault 24: a managed list is passed by', () => {
  const evil = { command: 'evil' };
  const plugins = [
    { plugin: 'p', root: '/p', file: '/p/plugin.json', entries: { s: evil }, variables: {} },
  ];
  const connectors = {
    label: 'account',
    list: async () => [{ name: 'c', url: 'https://evil/mcp', id: 'c' }],
  };

  it.each([
    { policy: { allowedMcpServers: [{ serverUrl: 'https://good.example/*' }] }, blocked: 'url' },
    { policy: { allowedMcpServers: [] }, blocked: 'all' },
    { policy: { allowManagedMcpServersOnly: true }, blocked: 'all' },
  ])('applies $policy to every scope', async ({ policy, blocked }) => {
    await using workspace = await createWorkspace();
    await workspace.write(file, policy);
    const entry = blocked === 'url' ? { url: 'https://evil.example/mcp' } : evil;
    await writeUser(workspace, { user: entry });
    await workspace.write('project/.mcp.json', { mcpServers: { project: entry } });
    await workspace.write('home/toolpool/state/local-servers.json', {
      projects: { [workspace.project]: { mcpServers: { local: entry } } },
    });
    const loaded = await workspace.load({
      dynamic: [
        JSON.stringify({ mcpServers: { dynamic: entry } }),
        { label: 'code', entries: { inProcess: { type: 'sdk', name: 'x' } } },
      ],
      plugins,
      connectors,
      approveForThisRun: () => true,
    });
    expect(loaded.servers).toEqual([]);
    expect(loaded.setAside).toHaveLength(7);
    for (const { status, reason, code } of loaded.setAside) {
      expect({ status, code }).toEqual({ status: 'blocked', code: 'TOOLPOOL_SERVER_BLOCKED' });
      expect(reason).toContain(workspace.paths.policy);
    }
  });

  it('lets managed servers run, above every other of their name, in managed-only too', async () => {
    await using workspace = await createWorkspace();
    await writeUser(workspace, { x: evil, y: evil });
    const servers = { x: { command: './x' } };
    await workspace.write(file, { servers, allowManagedMcpServersOnly: true });
    const only = await workspace.load();
    expect(states(only)).toEqual({
      'x (managed)': 'runs',
      'x (user)': 'blocked',
      'y (user)': 'blocked',
    });
    expect(only.servers).toMatchObject([{ directory: join(workspace.root, 'system') }]);
    await workspace.write(file, { servers });
    expect(states(await workspace.load())).toEqual({
      'x (managed)': 'runs',
      'x (user)': 'shadowed',
      'y (user)': 'runs',
    });
    expect(states(await workspace.load({ strict: true }))).toEqual({});
  });

  it('asks anew at each connect', async () => {
    await using workspace = await createWorkspace();
    await writeUser(workspace, { x: evil });
    const { servers, mayConnect } = await workspace.load();
    const [server] = servers;
    if (server === undefined) throw new Error('The server is missing.');
    expect(await mayConnect(server)).toEqual({ allowed: true });
    await workspace.write(file, { deniedMcpServers: [{ serverCommand: ['evil'] }] });
    expect(await mayConnect(server)).toMatchObject({ allowed: false, status: 'blocked' });
    await rm(workspace.paths.policy);
    expect(await mayConnect(server)).toEqual({ allowed: true });
    await workspace.write('system/managed-mcp.json', {});
    expect(await mayConnect(server)).toMatchObject({ allowed: false, status: 'blocked' });
  });
});

describe('the enterprise scope', () => {
  it('is exclusive, also beside servers named for this run', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('system/managed-mcp.json', { mcpServers: { e: { command: 'e' } } });
    await workspace.write(file, { servers: { m: { command: 'm' } } });
    await writeUser(workspace, { e: { command: 'u' } });
    const dynamic = ['{"mcpServers": {"d": {"command": "d"}}}'];
    expect(states(await workspace.load({ dynamic }))).toEqual({
      'e (enterprise)': 'runs',
      'm (managed)': 'blocked',
      'd (dynamic)': 'blocked',
      'e (user)': 'blocked',
    });
    expect(states(await workspace.load({ dynamic, strict: true }))).toEqual({
      'e (enterprise)': 'runs',
      'd (dynamic)': 'blocked',
    });
  });

  it.each(['', '{"mcpServers": ', '[]'])('is exclusive although its file is %j', async (text) => {
    await using workspace = await createWorkspace();
    await workspace.write('system/managed-mcp.json', text);
    await writeUser(workspace, { u: { command: 'u' } });
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({ 'u (user)': 'blocked' });
    expect(loaded.diagnostics).toMatchObject([{ severity: 'error' }]);
  });

  it('obeys the policy too', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('system/managed-mcp.json', { mcpServers: { e: { command: 'e' } } });
    await workspace.write(file, { deniedMcpServers: [{ serverName: 'e' }] });
    expect(states(await workspace.load())).toEqual({ 'e (enterprise)': 'blocked' });
  });
});

describe('fault 25: a policy cannot express servers of plugins', () => {
  const entry = { command: reference('TOOLPOOL_PLUGIN_ROOT'), args: ['--db'] };
  const remote = { url: 'https://db.example/mcp' };
  const plugins = [
    {
      plugin: 'p',
      root: '/p',
      file: '/p/plugin.json',
      entries: { db: entry, web: remote },
      variables: { TOOLPOOL_PLUGIN_ROOT: '/p' },
    },
  ];

  it.each([
    { rule: { serverName: 'plugin:p:db' }, db: 'runs', web: 'blocked' },
    { rule: { serverName: 'db' }, db: 'blocked', web: 'blocked' },
    { rule: { serverCommand: ['/p', '--db'] }, db: 'runs', web: 'blocked' },
    { rule: { serverCommand: ['/p'] }, db: 'blocked', web: 'blocked' },
    { rule: { serverUrl: 'https://db.example/*' }, db: 'blocked', web: 'runs' },
  ])('allows by $rule', async ({ rule, db, web }) => {
    await using workspace = await createWorkspace();
    await workspace.write(file, { allowedMcpServers: [rule] });
    expect(states(await workspace.load({ plugins }))).toEqual({
      'plugin:p:db (plugin)': db,
      'plugin:p:web (plugin)': web,
    });
  });

  it('names the rule that blocked a server', async () => {
    await using workspace = await createWorkspace();
    const rules = [{ serverName: 'other' }, { serverName: 'plugin:p:db' }];
    await workspace.write(file, { deniedMcpServers: rules });
    const { setAside } = await workspace.load({ plugins });
    expect(setAside).toMatchObject([
      {
        name: 'plugin:p:db',
        reason: `Blocked by deniedMcpServers[1] {"serverName":"plugin:p:db"} of ${workspace.paths.policy}.`,
      },
    ]);
  });
});

describe('the lists of the policy', () => {
  const stdio = { command: 'node', args: ['a b', 'c'] };
  const remote = { url: 'https://h.example/mcp' };
  const url = { serverUrl: 'https://h.example/*' };
  const command = { serverCommand: ['node', 'a b', 'c'] };
  const name = { serverName: 'x' };

  it.each([
    { allow: undefined, deny: [], entry: stdio, state: 'runs' },
    { allow: [name], deny: [], entry: stdio, state: 'runs' },
    { allow: [name, url], deny: [], entry: stdio, state: 'runs' },
    { allow: [name, url], deny: [], entry: { url: 'https://other/' }, state: 'blocked' },
    { allow: [name, command], deny: [], entry: { command: 'node' }, state: 'blocked' },
    { allow: [name, command], deny: [], entry: remote, state: 'runs' },
    { allow: [url, command], deny: [], entry: { type: 'sdk', name: 'x' }, state: 'blocked' },
    { allow: [name, url, command], deny: [], entry: { type: 'sdk', name: 'x' }, state: 'runs' },
    { allow: [command], deny: [command], entry: stdio, state: 'blocked' },
    { allow: [command], deny: [], entry: { ...stdio, args: ['a', 'b', 'c'] }, state: 'blocked' },
    { allow: [command], deny: [], entry: { ...stdio, args: ['a b c'] }, state: 'blocked' },
    { allow: [url], deny: [name], entry: remote, state: 'blocked' },
    { allow: [{ serverName: 'X' }], deny: [], entry: remote, state: 'blocked' },
  ])('with $allow but not $deny: $entry $state', async ({ allow, deny, entry, state }) => {
    const policy = { ...(allow && { allowedMcpServers: allow }), deniedMcpServers: deny };
    expect(await stateUnder(policy, entry)).toBe(state);
  });

  it('compares the command that is started, whatever it is called', async () => {
    await using workspace = await createWorkspace();
    const started = join(workspace.home, 'evil');
    await workspace.write(file, { deniedMcpServers: [{ serverCommand: [started] }] });
    await writeUser(workspace, { x: { command: '../toolpool/.././evil' } });
    expect(states(await workspace.load())).toEqual({ 'x (user)': 'blocked' });
  });

  it('compares one name in two spellings of Unicode', async () => {
    await using workspace = await createWorkspace();
    await workspace.write(file, { deniedMcpServers: [{ serverName: 'caf\u00e9' }] });
    await writeUser(workspace, { 'cafe\u0301': stdio });
    expect(Object.values(states(await workspace.load()))).toEqual(['blocked']);
  });
});

describe('references under a policy', () => {
  const deny = { deniedMcpServers: [{ serverUrl: 'https://evil.example' }] };
  const allow = { allowedMcpServers: [{ serverUrl: 'https://good.example' }] };
  const entry = { url: `https://${reference('HOST_NAME')}/mcp` };
  const denyCommand = { deniedMcpServers: [{ serverCommand: ['evil', 'now'] }] };

  it.each([
    { policy: deny, entry, env: { HOST_NAME: 'evil.example' }, state: 'blocked' },
    { policy: deny, entry, env: { HOST_NAME: 'good.example' }, state: 'runs' },
    { policy: allow, entry, env: { HOST_NAME: 'good.example' }, state: 'runs' },
    { policy: allow, entry, env: { HOST_NAME: 'evil.example/?good.example' }, state: 'blocked' },
    { policy: allow, entry, env: { HOST_NAME: 'good.example@evil.example' }, state: 'blocked' },
    { policy: deny, entry: { url: `https://${reference('file:h')}/` }, env: {}, state: 'blocked' },
    { policy: allow, entry: { url: `https://${reference('file:h')}/` }, env: {}, state: 'blocked' },
    {
      policy: denyCommand,
      entry: { command: reference('C'), args: [reference('A:-now')] },
      env: { C: 'evil' },
      state: 'blocked',
    },
    {
      policy: denyCommand,
      entry: { command: 'evil', args: [reference('file:a')] },
      env: {},
      state: 'blocked',
    },
    {
      policy: denyCommand,
      entry: { command: 'good', env: { A: reference('file:a') } },
      env: {},
      state: 'runs',
    },
  ])('compares what is meant: $policy, $entry, $env: $state', async (row) => {
    expect(await stateUnder(row.policy, row.entry, row.env)).toBe(row.state);
  });
});

describe('URLs of the policy', () => {
  const rule = 'https://h.example/api/*';

  it.each([
    'https://h.example/api/mcp',
    'HTTPS://H.EXAMPLE/api/mcp',
    'https://h.example:443/api/mcp',
    'https://h.example./api/mcp',
    'https://user:password@h.example/api/mcp',
    'https://h.example/x/../api/mcp',
    'https://h.example/%61pi/mcp',
    'https://h.example/api/mcp?query=1#fragment',
    'https:\\\\h.example\\api\\mcp',
    '\thttps://h.exa\nmple/api/mcp',
    'https://%68.example/api/mcp',
    'https://h\u3002example/api/mcp',
  ])('the rule meets every spelling of the same place: %j', async (url) => {
    const rules = [{ serverUrl: rule }];
    expect(await stateUnder({ deniedMcpServers: rules }, { url })).toBe('blocked');
    expect(await stateUnder({ allowedMcpServers: rules }, { url })).toBe('runs');
  });

  it.each([
    'http://h.example/api/mcp',
    'https://h.example:8443/api/mcp',
    'https://h.example@evil.example/api/mcp',
    'https://evil.example/https://h.example/api/',
    'https://evil.example#@h.example/api/mcp',
    'https://evil.example\\@h.example/api/mcp',
    'https://h.example.evil.example/api/mcp',
    'https://evilh.example/api/mcp',
    'https://h.example/other',
    'https://h.example/api/../other',
    'https://h.example/api/%2e%2e/other',
    'https://h.example/api/..%2fother',
    'https://h.example/api/%252e%252e%252fother',
    'https://h.example/api/..%5cother',
    'https://h.example/API/mcp',
    'wss://h.example/api/mcp',
  ])('a rule that allows does not meet %j', async (url) => {
    const entry = url.startsWith('wss') ? { type: 'ws', url } : { url };
    expect(await stateUnder({ allowedMcpServers: [{ serverUrl: rule }] }, entry)).toBe('blocked');
  });

  it.each([
    'https://h.example/API/mcp',
    'https://h.example//api//mcp',
    'https://h.example/api%2Fmcp',
    'https://h.example/%2561pi/mcp',
    'https://h.example/x/..%2fapi/mcp',
  ])('a rule that denies meets %j, as many servers would', async (url) => {
    expect(await stateUnder({ deniedMcpServers: [{ serverUrl: rule }] }, { url })).toBe('blocked');
  });

  it.each([
    { serverUrl: '*', url: 'http://127.0.0.1:99/x', state: 'runs' },
    { serverUrl: 'https://h.example', url: 'https://h.example/any/path', state: 'runs' },
    { serverUrl: 'https://h.example/', url: 'https://h.example/any/path', state: 'blocked' },
    { serverUrl: 'https://*.h.example/*', url: 'https://a.b.h.example/', state: 'runs' },
    { serverUrl: 'https://*.h.example/*', url: 'https://h.example/', state: 'blocked' },
    { serverUrl: '*://h.example/*', url: 'http://h.example/x', state: 'runs' },
    { serverUrl: 'http://localhost:*/*', url: 'http://localhost:8080/x', state: 'runs' },
    { serverUrl: 'http://localhost/*', url: 'http://localhost:8080/x', state: 'blocked' },
    {
      serverUrl: 'https://b\u00fccher.example/*',
      url: 'https://xn--bcher-kva.example/',
      state: 'runs',
    },
    { serverUrl: 'http://127.0.0.1/*', url: 'http://0x7f.1/', state: 'runs' },
    { serverUrl: 'http://127.0.0.1/*', url: 'http://[::ffff:127.0.0.1]/', state: 'runs' },
    { serverUrl: 'https://h.example/a*c/%2A', url: 'https://h.example/abc/x', state: 'blocked' },
    { serverUrl: 'https://h.example/a b/*', url: 'https://h.example/a%20b/x', state: 'runs' },
  ])('$serverUrl for $url: $state', async ({ serverUrl, url, state }) => {
    expect(await stateUnder({ allowedMcpServers: [{ serverUrl }] }, { url })).toBe(state);
  });

  it('never meet another origin, whatever the URL is made of', async () => {
    await using workspace = await createWorkspace();
    await workspace.write(file, { allowedMcpServers: [{ serverUrl: 'https://h.example/*' }] });
    const piece = fc.constantFrom(
      ...[
        'https://',
        'h.example',
        'evil.example',
        '@',
        ':',
        '443',
        '/',
        '\\',
        '#',
        '?',
        '.',
        '%2f',
      ],
      ...['%00', '%40', '\t', 'H', '\u3002', '[::1]', '..', '%2e', ';', '*'],
    );
    const urls = fc.array(piece, { maxLength: 8 }).map((parts) => `https://${parts.join('')}`);
    await fc.assert(
      fc.asyncProperty(fc.array(urls, { minLength: 50, maxLength: 50 }), async (many) => {
        const entries = many.map((url, index) => [`s${index}`, { type: 'http', url }]);
        await writeUser(workspace, Object.fromEntries(entries));
        const { servers } = await workspace.load();
        for (const { config } of servers) {
          const { hostname, protocol, port } = new URL('url' in config ? config.url : '');
          expect(`${protocol}${hostname.replace(/\.+$/, '')}${port}`).toBe('https:h.example');
        }
      }),
    );
  });
});

describe('a policy that cannot be read', () => {
  it.each([
    { text: '{"deniedMcpServers": [', at: { line: 1 } },
    { text: '{"deniedMcpServers": "x"}', at: { line: 1, column: 2 } },
    { text: '{\n"deniedMcpServer": []}', at: { line: 2, column: 1 } },
    { text: '{"deniedMcpServers": [{}]}', at: { line: 1 } },
    { text: '{"deniedMcpServers": [{"serverNmae": "x"}]}', at: { line: 1 } },
    { text: '{"deniedMcpServers": [{"serverName": "x", "serverUrl": "*"}]}', at: { line: 1 } },
    { text: '{"deniedMcpServers": [{"serverCommand": []}]}', at: { line: 1 } },
    { text: '{"deniedMcpServers": [{"serverCommand": "x"}]}', at: { line: 1 } },
    { text: '{"allowedMcpServers": [{"serverUrl": "https://h.example*"}]}', at: { line: 1 } },
    { text: '{"allowedMcpServers": [{"serverUrl": "h.example/*"}]}', at: { line: 1 } },
    { text: '{"allowedMcpServers": [{"serverUrl": "https://u@h.example/"}]}', at: { line: 1 } },
    { text: '{"allowedMcpServers": [{"serverUrl": "https://h.example/?a=*"}]}', at: { line: 1 } },
    { text: '{"allowManagedMcpServersOnly": "false"}', at: { line: 1 } },
    { text: '{"servers": []}', at: { line: 1 } },
    { text: '{"deniedMcpServers": [], "deniedMcpServers": []}', at: { line: 1 } },
    { text: '[]', at: { line: 1 } },
    { text: 'null', at: { line: 1 } },
    { text: '', at: {} },
  ])('lets nothing run: $text', async ({ text, at }) => {
    await using workspace = await createWorkspace();
    await workspace.write(file, text);
    await writeUser(workspace, { x: { command: 'x' } });
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({ 'x (user)': 'blocked' });
    expect(loaded.diagnostics).toMatchObject([
      { severity: 'error', file: workspace.paths.policy, ...at },
    ]);
  });

  it('lets nothing run when it cannot be read', async () => {
    await using workspace = await createWorkspace();
    await mkdir(workspace.paths.policy, { recursive: true });
    await writeUser(workspace, { x: { command: 'x' } });
    expect(states(await workspace.load())).toEqual({ 'x (user)': 'blocked' });
  });

  it('is not one with comments, a schema and notes', async () => {
    const text = '{// note\n"$schema": "x", "x-note": 1, "deniedMcpServers": [],}';
    expect(await stateUnder(text, { command: 'x' })).toBe('runs');
  });
});
