import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addServer,
  type ConfiguredServer,
  type EditableScope,
  expandServerConfig,
  findProjectRoot,
  parseServerConfig,
  removeServer,
  resolvePaths,
} from '../src/index.ts';
import { createWorkspace, reference, type Workspace } from './workspace.ts';

const scopes: readonly EditableScope[] = ['local', 'project', 'user'];

async function expandedFrom(workspace: Workspace, entry: unknown, cwd?: string) {
  await workspace.write('home/toolpool/mcp.json', { mcpServers: { x: entry } });
  const { servers } = await workspace.load(cwd === undefined ? {} : { cwd });
  const [server] = servers;
  if (server === undefined) throw new Error('The server does not run.');
  return (await expandServerConfig(server, { env: { ...workspace.env, SECRET_X: 's' } })).config;
}

describe('fault 6: rewriting loses comments, order and unknown keys', () => {
  it.each([
    '{\n  // servers\n  "mcpServers": {\n    "b": {"command": "b", "x-vendor": {"k": 1}}, // b\n    "a": {"url": ""}\n  },\n  "other": [1, 2,],\n}\n',
    '{"z":1,"mcpServers":{"b":{"command":"b","vendor":true}},"a":2}',
    '\ufeff{\r\n\t"mcpServers": {\r\n\t\t"b": { "command": "b" } /* end */\r\n\t}\r\n}',
  ])('keeps every byte of %j that it does not mean to change', async (text) => {
    await using workspace = await createWorkspace();
    const options = { paths: workspace.paths, projectRoot: workspace.project };
    const file = 'project/.mcp.json';
    await workspace.write(file, text);
    await addServer({ ...options, scope: 'project', name: 'n', entry: { command: 'n', extra: 1 } });
    const after = await workspace.read(file);
    for (const piece of text.match(/"(?:x-vendor|vendor|other|z|a)":|\/[/*][^\n]*|\ufeff/g) ?? []) {
      expect(after).toContain(piece.trimEnd());
    }
    expect(after).toMatch(/"extra": ?1/);
    await removeServer({ ...options, scope: 'project', name: 'n' });
    expect(await workspace.read(file)).toBe(text);
  });
});

describe('fault 9: `env` replaces the base environment', () => {
  it.each([
    { entry: { command: 'x' }, env: undefined },
    { entry: { command: 'x', env: { A: '1' } }, env: { A: '1' } },
    {
      entry: { command: 'x', env: { A: '1' }, envPassthrough: ['SECRET_X'] },
      env: { A: '1' },
    },
  ])('leaves the base to the transport, and adds what $entry says', async ({ entry, env }) => {
    await using workspace = await createWorkspace();
    const config = await expandedFrom(workspace, entry);
    expect(config).toMatchObject({ type: 'stdio', ...entry });
    expect('env' in config ? config.env : undefined).toEqual(env);
  });
});

describe('fault 12: `cwd` is dropped, or relative to the wrong folder', () => {
  it.each([
    { scope: 'local', cwd: 'sub', base: 'project/sub' },
    { scope: 'project', cwd: 'sub', base: 'project/sub' },
    { scope: 'user', cwd: 'sub', base: 'home/toolpool/sub' },
    { scope: 'local', cwd: undefined, base: 'project' },
    { scope: 'project', cwd: undefined, base: 'project' },
    { scope: 'user', cwd: undefined, base: 'project/deep/er' },
  ] as const)('starts $cwd of the $scope scope in $base', async ({ scope, cwd, base }) => {
    await using workspace = await createWorkspace();
    const { paths, project: projectRoot } = workspace;
    const entry = { command: './run', args: ['./a'], ...(cwd && { cwd }) };
    await addServer({ paths, projectRoot, scope, name: 'x', entry });
    const deep = join(projectRoot, 'deep/er');
    await mkdir(deep, { recursive: true });
    const { servers } = await workspace.load({ cwd: deep, settingSources: ['project'] });
    const [server] = servers;
    const { config } = await expandServerConfig(server as ConfiguredServer, { env: {} });
    expect(config).toMatchObject({
      cwd: join(workspace.root, base),
      command: join(workspace.root, scope === 'user' ? 'home/toolpool/run' : 'project/run'),
      args: ['./a'],
    });
  });
});

describe('fault 13: launchers of Windows', () => {
  it.each([
    { command: 'cmd', args: ['/c', 'npx', '-y', 'a b', '"q"', '&', '%PATH%', '^'] },
    { command: 'npx', args: ['-y', '@scope/name@1'] },
    { command: 'C:\\Program Files\\x\\run.cmd', args: ['C:\\a b\\', '--x="y z"'] },
  ])('pass $command $args on as it is', async (entry) => {
    await using workspace = await createWorkspace();
    expect(await expandedFrom(workspace, entry)).toMatchObject(entry);
    expect(parseServerConfig(entry).config).toMatchObject(entry);
  });
});

describe('fault 16: one verb writes where another does not read', () => {
  const homes = [
    { home: 'TOOLPOOL_HOME', env: (root: string) => ({ TOOLPOOL_HOME: join(root, 'elsewhere') }) },
    { home: 'the home folder', env: (root: string) => ({ HOME: join(root, 'home') }) },
    {
      home: 'the XDG folders',
      env: (root: string) => ({
        HOME: join(root, 'home'),
        XDG_CONFIG_HOME: join(root, 'c'),
        XDG_STATE_HOME: join(root, 's'),
      }),
    },
    {
      home: 'a folder behind a link',
      env: (root: string) => ({ TOOLPOOL_HOME: `${root}/a/../b` }),
    },
  ];

  it.each(homes.flatMap((row) => scopes.map((scope) => ({ ...row, scope }))))(
    'adds, finds and removes in the $scope scope under $home, from a folder below',
    async ({ env: envOf, scope }) => {
      await using workspace = await createWorkspace();
      const env = envOf(workspace.root);
      const cwd = join(workspace.project, 'a/b');
      await mkdir(cwd, { recursive: true });
      const projectRoot = await findProjectRoot(cwd);
      expect(projectRoot).toBe(await realpath(workspace.project));
      const paths = resolvePaths({ env, projectRoot });
      const options = { paths, projectRoot, scope, name: 'x' };
      await addServer({ ...options, entry: { command: reference('HOME:-x') } });
      const find = () => workspace.load({ cwd, env, settingSources: ['user', 'project'] });
      expect((await find()).servers).toMatchObject([{ name: 'x', scope }]);
      await removeServer(options);
      expect((await find()).servers).toEqual([]);
    },
  );
});
