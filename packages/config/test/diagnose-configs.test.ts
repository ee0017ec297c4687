import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diagnoseConfigs, type Finding } from '../src/index.ts';
import { createWorkspace, reference, type Workspace } from './workspace.ts';

async function diagnose(workspace: Workspace): Promise<readonly Finding[]> {
  const { paths, env } = workspace;
  const PATH = join(workspace.root, 'bin');
  return diagnoseConfigs(await workspace.load(), { paths, env: { ...env, PATH } });
}

const USER = 'home/toolpool/mcp.json';

interface Case {
  readonly what: string;
  readonly file?: string;
  readonly text: string;
  readonly finding: Partial<Finding>;
}

const ok = '"command": "present"';

const cases: readonly Case[] = [
  {
    what: 'white space',
    text: `{"mcpServers": {\n  "a": {${ok},\n    "args": ["x "]}}}`,
    finding: { code: 'TOOLPOOL_CONFIG_WHITESPACE', server: 'a', field: 'args[0]', line: 3 },
  },
  {
    what: 'an unknown key',
    text: `{"mcpServers": {\n  "a": {${ok}, "timeot": 5}}}`,
    finding: { code: 'TOOLPOOL_CONFIG_KEY_UNKNOWN', field: 'timeot', line: 2, severity: 'info' },
  },
  {
    what: 'a key of another host',
    text: '{"mcpServers": {\n  "a": {"serverUrl": "https://h/"}}}',
    finding: {
      code: 'TOOLPOOL_CONFIG_INVALID',
      line: 2,
      message: expect.stringContaining('"url"'),
    },
  },
  {
    what: 'the root key of another host',
    text: '{\n "servers": {}}',
    finding: { code: 'TOOLPOOL_CONFIG_KEY_UNKNOWN', line: 2, column: 2 },
  },
  {
    what: 'a duplicate key',
    text: `{"mcpServers": {\n  "a": {${ok}},\n  "a": {${ok}}}}`,
    finding: { code: 'TOOLPOOL_CONFIG_KEY_DUPLICATE', line: 3, column: 3 },
  },
  {
    what: 'a syntax error',
    text: '{"mcpServers": {\n  "a" 1}}',
    finding: { code: 'TOOLPOOL_CONFIG_SYNTAX', severity: 'error', line: 2 },
  },
  {
    what: 'a missing variable',
    text: `{"mcpServers": {\n  "a": {${ok}, "env": {\n "T": "${reference('UNSET')}"}}}}`,
    finding: {
      code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING',
      field: 'env.T',
      line: 3,
      fix: `Set UNSET, or write ${reference('UNSET:-default')}.`,
    },
  },
  {
    what: 'an unknown type',
    text: '{"mcpServers": {\n  "a": {\n"type": "tcp"}}}',
    finding: { code: 'TOOLPOOL_SERVER_UNSUPPORTED_TYPE', server: 'a', line: 3 },
  },
  {
    what: 'a command that is missing',
    text: '{"mcpServers": {\n  "a": {\n   "command": "absent"}}}',
    finding: { code: 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND', field: 'command', line: 3, column: 4 },
  },
  {
    what: 'a program that is no program',
    text: '{"mcpServers": {"a": {\n"command": "../plain"}}}',
    finding: { code: 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND', field: 'command', line: 2 },
  },
  {
    what: 'a folder that is missing',
    text: `{"mcpServers": {"a": {${ok},\n "cwd": "gone"}}}`,
    finding: { code: 'TOOLPOOL_TRANSPORT_CWD_NOT_FOUND', field: 'cwd', line: 2 },
  },
  {
    what: 'a certificate that is missing',
    text: '{"mcpServers": {"a": {"url": "https://h/",\n "tls": {\n"ca": "gone.pem"}}}}',
    finding: { code: 'TOOLPOOL_CONFIG_FILE_MISSING', field: 'tls.ca', line: 3 },
  },
  {
    what: 'HTTP without encryption',
    text: '{"mcpServers": {"a": {\n"url": "http://host/"}}}',
    finding: { code: 'TOOLPOOL_CONFIG_PLAIN_HTTP', field: 'url', line: 2, column: 1 },
  },
  {
    what: 'a secret in a shared file',
    file: 'project/.mcp.json',
    text: `{"mcpServers": {"a": {"url": "https://h/",\n "headers": {"Authorization": "Bearer hunter2"}}}}`,
    finding: {
      code: 'TOOLPOOL_CONFIG_SECRET_SHARED',
      field: 'headers.Authorization',
      line: 2,
      column: 14,
    },
  },
  {
    what: 'a literal secret in the arguments of a project',
    file: 'project/.mcp.json',
    text: `{"mcpServers": {"a": {"command": "x",\n "args": ["--api-key", "sk-hunter2-hunter2"]}}}`,
    finding: { code: 'TOOLPOOL_CONFIG_SECRET_SHARED', field: 'args[1]', line: 2, column: 24 },
  },
  {
    what: 'a server that waits',
    file: 'project/.mcp.json',
    text: `{"mcpServers": {\n"a": {${ok}}}}`,
    finding: {
      code: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
      fix: 'Run toolpool approve a.',
      line: 2,
    },
  },
  {
    what: 'a server without a URL',
    text: '{"mcpServers": {\n"a": {"url": ""}}}',
    finding: { code: 'TOOLPOOL_SERVER_NOT_CONFIGURED', severity: 'info', line: 2 },
  },
  {
    what: 'a disabled server',
    text: `{"mcpServers": {\n"a": {${ok}, "disabled": true}}}`,
    finding: { code: 'TOOLPOOL_SERVER_DISABLED', severity: 'info', line: 2 },
  },
  ...[
    '"enableAllProjectMcpServers": true',
    '"enabledMcpjsonServers": ["a"]',
    '"skipDangerousModePermissionPrompt": true',
    '"runProjectSettings": ["/p"]',
  ].map((setting) => ({
    what: `the setting ${setting}`,
    file: 'home/toolpool/settings.json',
    text: `{\n  ${setting}}`,
    finding: { code: 'TOOLPOOL_SETTINGS_TRUST_UNSEEN', line: 2, column: 3 },
  })),
  {
    what: 'settings of the project that have no effect',
    file: 'project/toolpool.config.json',
    text: '{\n"imports": ["cursor"]}',
    finding: { code: 'TOOLPOOL_SETTINGS_KEY_REFUSED', field: 'imports', line: 2 },
  },
  {
    what: 'settings of the project that are code',
    file: 'project/toolpool.config.ts',
    text: 'throw 1',
    finding: { code: 'TOOLPOOL_SETTINGS_NOT_RUN' },
  },
];

it.each(cases)('explains $what with its place and a fix', async ({ file, text, finding }) => {
  await using workspace = await createWorkspace();
  await chmod(await workspace.write('bin/present', ''), 0o755);
  await workspace.write('home/plain', '');
  const path = await workspace.write(file ?? USER, text);
  await chmod(path, 0o600);
  const waiting = 'TOOLPOOL_SERVER_PENDING_APPROVAL';
  const findings = (await diagnose(workspace)).filter(
    ({ code }) => code !== waiting || finding.code === waiting,
  );
  expect(findings).toEqual([
    expect.objectContaining({ file: path, fix: expect.stringMatching(/\.$/), ...finding }),
  ]);
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});

it('tells which of two servers of a name does not run', async () => {
  await using workspace = await createWorkspace();
  await chmod(await workspace.write('bin/present', ''), 0o755);
  const text = `{"mcpServers": {"a": {${ok}}}}`;
  const path = await workspace.write(USER, text);
  await workspace.write('home/toolpool/state/local-servers.json', {
    projects: { [workspace.project]: JSON.parse(text) },
  });
  const shadowed = { code: 'TOOLPOOL_SERVER_SHADOWED', severity: 'info', server: 'a', file: path };
  expect(await diagnose(workspace)).toMatchObject([shadowed]);
});

it('has nothing to say about what is fine', async () => {
  await using workspace = await createWorkspace();
  await chmod(await workspace.write('bin/present', ''), 0o755);
  const path = await workspace.write(USER, {
    $schema: 'https://unpkg.com/@toolpool/config/schema.json',
    mcpServers: {
      a: { command: 'present', env: { TOKEN: reference('HOME'), LEVEL: 'debug' } },
      b: { command: reference('HOME'), cwd: reference('HOME') },
      c: { url: 'http://localhost:1/', headers: { Authorization: `Bearer ${reference('HOME')}` } },
      d: { url: 'http://127.0.0.1/' },
      e: { url: 'ws://[::1]:8/', type: 'ws' },
      f: { url: `http://${reference('HOME:-h')}/` },
      g: { command: 'any', env: { PATH: reference('HOME') } },
    },
  });
  await chmod(path, 0o600);
  expect(await diagnose(workspace)).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'warns of files that others may read or change',
  async () => {
    await using workspace = await createWorkspace();
    await chmod(await workspace.write('bin/present', ''), 0o755);
    const secret = { command: 'present', env: { API_KEY: 'hunter2' } };
    const path = await workspace.write(USER, { mcpServers: { a: secret } });
    for (const [mode, codes] of [
      [0o600, []],
      [0o644, ['TOOLPOOL_FILE_READABLE']],
      [0o666, ['TOOLPOOL_FILE_WRITABLE']],
    ] as const) {
      await chmod(path, mode);
      const findings = await diagnose(workspace);
      expect(findings.map(({ code }) => code)).toEqual(codes);
      for (const { fix } of findings) expect(fix).toContain('chmod 600');
    }
  },
);
