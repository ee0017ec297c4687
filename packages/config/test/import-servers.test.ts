import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ImportReport,
  type ImportServersOptions,
  type ImportSource,
  importServers,
  importSources,
} from '../src/index.ts';
import { createWorkspace, reference, states, type Workspace } from './workspace.ts';

type Options = Partial<ImportServersOptions> & Pick<ImportServersOptions, 'source'>;

function importFrom(workspace: Workspace, options: Options): Promise<ImportReport> {
  const { env, home, project, paths } = workspace;
  const place = { env, homeDirectory: home, projectRoot: project, paths };
  return importServers({ platform: 'linux', ...place, ...options });
}

async function userServers(workspace: Workspace): Promise<unknown> {
  return JSON.parse(await workspace.read('home/toolpool/mcp.json')).mcpServers;
}

interface Case {
  readonly source: ImportSource;
  readonly file: string;
  readonly platform?: NodeJS.Platform;
  readonly content: unknown;
  readonly expected: Record<string, unknown>;
  /** `server: field`. */
  readonly lost?: readonly string[];
}

const stdio = { command: 'npx', args: ['-y', 'x'], env: { A: '1' } };

const cases: readonly Case[] = [
  {
    source: 'claude-code',
    file: '.claude.json',
    content: {
      numStartups: 3,
      mcpServers: {
        a: { type: 'stdio', ...stdio, timeout: 5000 },
        b: { type: 'http', url: 'https://h/', headers: { A: reference('T:-x') }, scope: 'user' },
      },
      projects: { '/other': { mcpServers: { c: stdio } } },
    },
    expected: {
      a: { type: 'stdio', ...stdio, timeout: 5000 },
      b: { type: 'http', url: 'https://h/', headers: { A: reference('T:-x') } },
    },
    lost: ['b: scope'],
  },
  {
    source: 'claude-desktop',
    file: '.config/Claude/claude_desktop_config.json',
    content: { globalShortcut: '', mcpServers: { a: stdio } },
    expected: { a: stdio },
  },
  {
    source: 'claude-desktop',
    platform: 'darwin',
    file: 'Library/Application Support/Claude/claude_desktop_config.json',
    content: { mcpServers: { a: stdio } },
    expected: { a: stdio },
  },
  {
    source: 'cursor',
    file: '.cursor/mcp.json',
    content: {
      mcpServers: {
        a: {
          command: `${reference('workspaceFolder')}/run`,
          args: [reference('userHome'), reference('env:X')],
          envFile: '.env',
        },
        b: { url: 'https://h/', auth: { CLIENT_ID: 'id', scopes: ['x', 'y'], other: 1 } },
      },
    },
    expected: {
      a: { command: './run', args: [reference('HOME'), reference('env:X')] },
      b: { url: 'https://h/', oauth: { clientId: 'id', scopes: 'x y' } },
    },
    lost: ['a: envFile', 'b: auth.other'],
  },
  {
    source: 'vscode',
    file: '.config/Code/User/mcp.json',
    content: `{
      // comment
      "inputs": [{"id": "t", "type": "promptString"}],
      "servers": {
        "a": {"type": "stdio", "command": "x", "env": {"T": "${reference('input:t')}"}, "dev": {}, "envFile": ".env"},
        "b": {"type": "http", "url": "https://h/", "gallery": true,},
      },
    }`,
    expected: {
      a: { type: 'stdio', command: 'x', env: { T: reference('input:t') } },
      b: { url: 'https://h/' },
    },
    lost: ['a: dev', 'a: envFile'],
  },
  {
    source: 'vscode',
    platform: 'darwin',
    file: 'Library/Application Support/Code/User/settings.json',
    content: { 'editor.tabSize': 2, mcp: { servers: { a: { command: 'x' } } } },
    expected: { a: { command: 'x' } },
  },
  {
    source: 'codex',
    file: '.codex/config.toml',
    content: `
model = "x"
[mcp_servers.a]
command = "npx"
args = ["-y", "x"]
env_vars = ["ONE", { name = "TWO", source = "local" }]
startup_timeout_sec = 20
tool_timeout_sec = 1.5
enabled = false
enabled_tools = ["read"]
default_tools_approval_mode = "approve"
[mcp_servers.a.env]
A = "1"
[mcp_servers."b.c"]
url = "https://h/"
bearer_token_env_var = "TOKEN"
http_headers = { X = "y" }
env_http_headers = { Z = "ZED" }
scopes = ["p", "q"]
[mcp_servers."b.c".oauth]
client_id = "id"
`,
    expected: {
      a: {
        ...stdio,
        envPassthrough: ['ONE', 'TWO'],
        connectTimeout: 20_000,
        timeout: 1500,
        disabled: true,
        tools: { include: ['read'] },
      },
      'b.c': {
        url: 'https://h/',
        headers: { X: 'y', Authorization: `Bearer ${reference('TOKEN')}`, Z: reference('ZED') },
        oauth: { scopes: 'p q', clientId: 'id' },
      },
    },
    lost: ['a: default_tools_approval_mode'],
  },
  {
    source: 'windsurf',
    file: '.codeium/windsurf/mcp_config.json',
    content: {
      mcpServers: {
        a: { serverUrl: 'https://h/', headers: { A: reference('env:T') }, disabledTools: ['x'] },
        b: { ...stdio, disabled: true, alwaysAllow: ['x'] },
      },
    },
    expected: {
      a: { url: 'https://h/', headers: { A: reference('env:T') }, tools: { exclude: ['x'] } },
      b: { ...stdio, disabled: true },
    },
    lost: ['b: alwaysAllow'],
  },
  {
    source: 'gemini',
    file: '.gemini/settings.json',
    content: {
      theme: 'x',
      mcpServers: {
        a: { command: 'x', env: { A: '$TOKEN', B: `v-${reference('C')}` }, trust: true },
        b: { httpUrl: 'https://h/', timeout: 9, includeTools: ['x'], description: 'Text' },
        c: { url: 'https://sse/' },
        d: { command: 'x', disabled: false },
      },
      mcp: { allowed: ['a', 'b', 'd'], excluded: ['d'] },
    },
    expected: {
      a: { command: 'x', env: { A: reference('TOKEN'), B: `v-${reference('C')}` } },
      b: { type: 'http', url: 'https://h/', timeout: 9, tools: { include: ['x'] } },
      c: { url: 'https://sse/', disabled: true },
      d: { command: 'x', disabled: true },
    },
    lost: ['a: trust'],
  },
  {
    source: 'opencode',
    file: '.config/opencode/opencode.jsonc',
    content: {
      mcp: {
        a: { type: 'local', command: ['bun', 'x', 'y'], environment: { A: '{env:B}' }, timeout: 9 },
        b: { type: 'remote', url: 'https://h/', enabled: false, oauth: false },
      },
    },
    expected: {
      a: { command: 'bun', args: ['x', 'y'], env: { A: reference('env:B') }, timeout: 9 },
      b: { url: 'https://h/', disabled: true },
    },
    lost: ['b: oauth'],
  },
  {
    source: 'opencode',
    file: '.config/opencode/opencode.json',
    content: {
      mcp: {
        servers: {
          a: {
            type: 'remote',
            url: 'https://h/',
            headers: { A: 'Bearer {file:/secrets/t}' },
            oauth: { client_id: 'id', scope: 'x' },
            timeout: { startup: 1, request: 2 },
          },
        },
      },
    },
    expected: {
      a: {
        url: 'https://h/',
        headers: { A: `Bearer ${reference('file:/secrets/t')}` },
        oauth: { clientId: 'id', scopes: 'x' },
        connectTimeout: 1,
        timeout: 2,
      },
    },
  },
];

describe('importServers', () => {
  it('knows every source that the tests know', () => {
    expect([...new Set(cases.map(({ source }) => source))].sort()).toEqual(
      [...importSources].sort(),
    );
  });

  it.each(cases)('takes $source from $file', async (each) => {
    const { source, file, content, expected, lost = [], platform = 'linux' } = each;
    await using workspace = await createWorkspace();
    const path = await workspace.write(join('home', file), content);
    const report = await importFrom(workspace, { source, platform });
    expect(report.files).toEqual([path]);
    expect(await userServers(workspace)).toEqual(expected);
    expect(report.changes).toEqual(
      Object.keys(expected).map((server) => ({
        server,
        scope: 'user',
        file: workspace.paths.userServers,
        action: 'added',
      })),
    );
    expect(report.diagnostics.map(({ server, field }) => `${server}: ${field}`)).toEqual(lost);
    for (const diagnostic of report.diagnostics) {
      expect(diagnostic).toMatchObject({ code: 'TOOLPOOL_IMPORT_FIELD_LOST', file: path });
    }
    // Once more changes nothing and reports no clash.
    const again = await importFrom(workspace, { source, platform });
    expect(again.changes).toEqual([]);
    expect(again.diagnostics).toEqual(report.diagnostics);
  });

  it('finds the files of Windows', async () => {
    await using workspace = await createWorkspace();
    const options = { source: 'claude-desktop', platform: 'win32' } as const;
    await expect(importFrom(workspace, options)).rejects.toMatchObject({
      hint: expect.stringMatching(/AppData\\Roaming\\Claude\\claude_desktop_config\.json/),
    });
  });

  it('reports a clash and overwrites nothing', async () => {
    await using workspace = await createWorkspace();
    const before = '{"mcpServers": {"a": {"command": "mine"}} /* kept */}';
    await workspace.write('home/toolpool/mcp.json', before);
    const file = await workspace.write('home/.cursor/mcp.json', {
      mcpServers: { a: { command: 'theirs' }, b: { command: 'b' } },
    });
    const report = await importFrom(workspace, { source: 'cursor' });
    expect(report.changes).toMatchObject([{ server: 'b', action: 'added' }]);
    expect(report.diagnostics).toMatchObject([
      { code: 'TOOLPOOL_IMPORT_CLASH', server: 'a', file, line: 1 },
    ]);
    expect(await workspace.read('home/toolpool/mcp.json')).toBe(
      '{"mcpServers": {"a": {"command": "mine"}, "b": {"command":"b"}} /* kept */}',
    );
  });

  it.each([
    { entry: { command: reference('command:pick') }, problem: 'no equivalent' },
    { entry: { command: reference('a\nb:-hunter2') }, problem: 'no equivalent' },
    { entry: { args: ['x'] }, problem: 'command' },
    { entry: { command: 7 }, problem: 'must be' },
    { entry: 'text', problem: 'no object' },
    { entry: { url: 'hunter2 is no url' }, problem: 'URL' },
  ])('skips $entry and imports the others', async ({ entry, problem }) => {
    await using workspace = await createWorkspace();
    const servers = { bad: entry, good: { command: 'x' } };
    await workspace.write('home/.cursor/mcp.json', { mcpServers: servers });
    const report = await importFrom(workspace, { source: 'cursor' });
    expect(report.changes).toMatchObject([{ server: 'good' }]);
    expect(report.diagnostics).toMatchObject([
      {
        severity: 'error',
        code: 'TOOLPOOL_IMPORT_ENTRY_SKIPPED',
        server: 'bad',
        line: 1,
        message: expect.stringMatching(new RegExp(`^[^\\n]*${problem}`)),
      },
    ]);
    expect(JSON.stringify(report)).not.toContain('hunter2');
  });

  it('never takes the files of a project into the files of the user', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('project/.cursor/mcp.json', { mcpServers: { evil: { command: 'x' } } });
    await workspace.write('home/.cursor/mcp.json', { mcpServers: { a: { command: 'a' } } });
    for (const scope of ['user', 'local'] as const) {
      const report = await importFrom(workspace, { source: 'cursor', scope });
      expect(report.changes).toMatchObject([{ server: 'a', scope }]);
    }
    const report = await importFrom(workspace, { source: 'cursor', scope: 'project' });
    expect(report.changes).toMatchObject([{ server: 'evil' }, { server: 'a' }]);
    expect(states(await workspace.load())).toMatchObject({ 'evil (project)': 'pending-approval' });
  });

  it('takes what Claude Code keeps for this project into the local scope', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/.claude.json', {
      mcpServers: {},
      projects: { [workspace.project]: { mcpServers: { mine: { command: 'x' } } } },
    });
    const report = await importFrom(workspace, { source: 'claude-code', scope: 'local' });
    expect(report.changes).toMatchObject([{ server: 'mine', scope: 'local' }]);
  });

  it('says where it looked when there is nothing', async () => {
    await using workspace = await createWorkspace();
    for (const source of importSources) {
      await expect(importFrom(workspace, { source })).rejects.toMatchObject({
        code: 'TOOLPOOL_FILE_UNREADABLE',
        hint: expect.stringContaining('They are looked for in'),
      });
    }
  });

  it.each([
    { source: 'cursor', file: '.cursor/mcp.json', text: '{"mcpServers": {"a" "hunter2"}}' },
    { source: 'codex', file: '.codex/config.toml', text: 'token = hunter2 hunter2\n' },
  ] as const)('names the line of a broken file of $source, and none of its text', async (each) => {
    await using workspace = await createWorkspace();
    await workspace.write(join('home', each.file), each.text);
    const error: unknown = await importFrom(workspace, each).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'TOOLPOOL_CONFIG_SYNTAX', data: { line: 1 } });
    expect(`${error}${JSON.stringify(error)}`).not.toContain('hunter2');
  });
});

describe('the setting "imports"', () => {
  it('reads the servers of other hosts in place, below the own ones of the user', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/settings.json', { imports: ['cursor', 'codex'] });
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { a: { command: 'mine' } } });
    const file = await workspace.write('home/.cursor/mcp.json', {
      mcpServers: { a: { command: 'x' }, b: { command: 'y', envFile: 'z' }, c: { nothing: 1 } },
    });
    await workspace.write('home/.codex/config.toml', '[mcp_servers.d]\ncommand = "z"\n');
    const loaded = await workspace.load();
    expect(loaded.servers).toMatchObject([
      { name: 'a', config: { command: 'mine' } },
      { name: 'b', scope: 'user', source: { file, line: 1, label: `${file} (cursor)` } },
      { name: 'd', scope: 'user' },
    ]);
    expect(loaded.setAside).toMatchObject([
      { name: 'a', status: 'shadowed', source: { file } },
      { name: 'c', status: 'invalid', source: { file, line: 1 } },
    ]);
    expect(loaded.diagnostics).toMatchObject([
      { code: 'TOOLPOOL_IMPORT_FIELD_LOST', server: 'b', field: 'envFile' },
      { code: 'TOOLPOOL_IMPORT_ENTRY_SKIPPED', server: 'c' },
    ]);
  });

  it('reports a file that is broken, and an unknown name', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/settings.json', { imports: ['gemini', 'emacs'] });
    const file = await workspace.write('home/.gemini/settings.json', '{');
    const { diagnostics } = await workspace.load();
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'TOOLPOOL_CONFIG_INVALID', line: 1 },
      { severity: 'error', code: 'TOOLPOOL_CONFIG_SYNTAX', file, line: 1 },
    ]);
  });

  it('is heard in the user settings alone', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('project/.toolpool/settings.json', { imports: ['cursor'] });
    await workspace.write('project/toolpool.config.json', { imports: ['cursor'] });
    await workspace.write('home/.cursor/mcp.json', { mcpServers: { a: { command: 'x' } } });
    expect((await workspace.load()).servers).toEqual([]);
  });
});

// CVE-2025-61260: a variable that a project can set made its own file the user's.
describe('a variable that puts the files of a host inside the project', () => {
  it.each([
    {
      source: 'codex',
      name: 'CODEX_HOME',
      file: 'config.toml',
      text: '[mcp_servers.a]\ncommand="x"',
    },
    { source: 'claude-code', name: 'CLAUDE_CONFIG_DIR', file: '.claude.json' },
    {
      source: 'claude-desktop',
      name: 'XDG_CONFIG_HOME',
      file: 'Claude/claude_desktop_config.json',
    },
    { source: 'opencode', name: 'OPENCODE_CONFIG', file: '', path: 'o.json' },
  ] as const)('is refused: $name', async ({ source, name, file, ...more }) => {
    await using workspace = await createWorkspace();
    const { project, env: base } = workspace;
    const folder = join(project, '.x');
    const text = 'text' in more ? more.text : { mcpServers: { a: { command: 'x' } } };
    const path = 'path' in more ? more.path : file;
    await workspace.write(join('project', '.x', path), text);
    await workspace.write('project/.mcp.json', {});
    const env = { ...base, [name]: 'path' in more ? join(folder, path) : folder };
    const code = 'TOOLPOOL_CONFIG_HOME_REFUSED';
    await expect(importFrom(workspace, { source, env })).rejects.toMatchObject({ code });
    await workspace.write('home/toolpool/settings.json', { imports: [source] });
    const loaded = await workspace.load({ env, paths: workspace.paths });
    expect(loaded.servers).toEqual([]);
    expect(loaded.diagnostics).toMatchObject([{ code }]);
  });
});
