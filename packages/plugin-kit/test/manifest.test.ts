import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, loadFrom } from './plugin-folder.ts';

const db = { command: 'db-server' };

describe('loadPlugin of a folder with a manifest', () => {
  it('reads plugin.json with entries inside', async () => {
    await using folder = await folderWith({
      'plugin.json': {
        name: 'shop',
        version: '2.1.0',
        description: 'Orders',
        mcpServers: { db, api: { url: 'https://example.com/mcp' } },
      },
    });
    await expect(loadFrom(folder)).resolves.toMatchObject({
      name: 'shop',
      version: '2.1.0',
      description: 'Orders',
      source: folder.path,
      root: folder.path,
      contribution: {
        plugin: 'shop',
        root: folder.path,
        file: join(folder.path, 'plugin.json'),
        entries: { db, api: { url: 'https://example.com/mcp' } },
      },
      inProcessServers: {},
    });
  });

  it('accepts comments, trailing commas and a byte-order mark', async () => {
    await using folder = await folderWith({
      'plugin.json': '\uFEFF{\n  // a comment\n  "name": "shop",\n}',
    });
    await expect(loadFrom(folder)).resolves.toMatchObject({ name: 'shop', version: '0.0.0' });
  });

  it.each([
    { shape: 'one path', mcpServers: './servers/a.json', names: ['a'] },
    { shape: 'a list', mcpServers: ['./servers/a.json', 'servers/b.json'], names: ['a', 'b'] },
    { shape: 'the .mcp.json that is read anyway', mcpServers: './.mcp.json', names: ['own'] },
  ])('reads entries from $shape', async ({ mcpServers, names }) => {
    await using folder = await folderWith({
      'plugin.json': { name: 'shop', mcpServers },
      'servers/a.json': { mcpServers: { a: db } },
      'servers/b.json': { $schema: 'https://example.com/schema.json', b: db },
    });
    if (names.includes('own')) {
      await writeFile(join(folder.path, '.mcp.json'), JSON.stringify({ mcpServers: { own: db } }));
    }
    const { contribution } = await loadFrom(folder);
    expect(Object.keys(contribution.entries)).toEqual(names);
  });

  it('adds .mcp.json to plugin.json', async () => {
    await using folder = await folderWith({
      'plugin.json': { name: 'shop', mcpServers: { db } },
      '.mcp.json': { mcpServers: { mail: { command: 'mail' } } },
    });
    const { contribution } = await loadFrom(folder);
    expect(contribution.entries).toEqual({ db, mail: { command: 'mail' } });
  });

  it('calls a folder with .mcp.json alone as the folder is', async () => {
    await using folder = await folderWith({
      'my plugin/.mcp.json': { mcpServers: { db } },
      'my plugin/package.json': { name: '@acme/x', version: '3.0.0', exports: './never-run.js' },
    });
    const plugin = await loadFrom(folder, 'my plugin');
    expect(plugin).toMatchObject({ name: 'my-plugin', version: '3.0.0' });
  });

  it('keeps a bad entry for its own error', async () => {
    await using folder = await folderWith({
      'plugin.json': { name: 'shop', mcpServers: { db, bad: 7 } },
    });
    await expect(loadFrom(folder)).resolves.toMatchObject({
      contribution: { entries: { db, bad: 7 } },
    });
  });
});

describe('a wrong manifest', () => {
  const cases = [
    { name: 'no name', manifest: {}, message: '"name" is missing.' },
    { name: 'an odd name', manifest: { name: 'a:b' }, message: '"name" must consist of letters' },
    { name: 'a list', manifest: [], message: 'must hold an object.' },
    {
      name: 'a number for servers',
      manifest: { name: 'a', mcpServers: 7 },
      message: '"mcpServers" must be an object of server entries, the path',
    },
    {
      name: 'a path to nothing',
      manifest: { name: 'a', mcpServers: ['./gone.json'] },
      message: '"mcpServers[0]" names a file that is not there: "./gone.json".',
    },
    {
      name: 'an unknown kind of setting',
      manifest: { name: 'a', userConfig: { key: { type: 'colour', title: 'Key' } } },
      message: '"userConfig.key.type" must be "string", "number"',
    },
    {
      name: 'a default of another type',
      manifest: { name: 'a', userConfig: { key: { type: 'number', title: 'Key', default: '1' } } },
      message: '"userConfig.key.default" must have the type that the option has.',
    },
  ];
  it.each(cases)('with $name is refused with file and field', async ({ manifest, message }) => {
    await using folder = await folderWith({ 'plugin.json': manifest });
    await expect(loadFrom(folder)).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining(message),
      data: expect.objectContaining({ file: join(folder.path, 'plugin.json') }),
    });
  });

  it('is refused with line and column', async () => {
    await using folder = await folderWith({
      'plugin.json': '{\n  "name": "a",\n  "version": 2\n}',
    });
    const file = join(folder.path, 'plugin.json');
    await expect(loadFrom(folder)).rejects.toMatchObject({
      message: `${file}, line 3, column 3: "version" must be text.`,
      data: { file, field: 'version', line: 3, column: 3 },
    });
  });

  it('with broken JSON is refused with line and column', async () => {
    await using folder = await folderWith({
      'plugin.json': '{\n  "name": "a"\n  "version": "1"\n}',
    });
    await expect(loadFrom(folder)).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining('plugin.json, line 3, column 3'),
    });
  });

  it('that has a server in two files is refused', async () => {
    await using folder = await folderWith({
      'plugin.json': { name: 'shop', mcpServers: { db } },
      '.mcp.json': { mcpServers: { db } },
    });
    await expect(loadFrom(folder)).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining('"mcpServers.db" is also in'),
    });
  });
});

describe("paths that leave the plugin's folder", () => {
  it.each(['../outside.json', '/etc/hostname', 'a/../../outside.json'])(
    'are refused in the manifest: %s',
    async (mcpServers) => {
      await using folder = await folderWith({
        'plugin/plugin.json': { name: 'a', mcpServers },
        'outside.json': { mcpServers: { db } },
      });
      await expect(loadFrom(folder, './plugin')).rejects.toMatchObject({
        code: 'TOOLPOOL_PLUGIN_INVALID',
        message: expect.stringContaining('"mcpServers" leaves the plugin\'s folder'),
      });
    },
  );

  it.each(['.mcp.json', 'plugin.json'])('are refused through a link at %s', async (name) => {
    await using folder = await folderWith({ 'outside.json': { name: 'a' } });
    await mkdir(join(folder.path, 'plugin'));
    await symlink('../outside.json', join(folder.path, 'plugin', name));
    await expect(loadFrom(folder, './plugin')).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining('leaves the plugin'),
    });
  });

  it.each([
    { entry: { command: 'node', args: ['${TOOLPOOL_PLUGIN_ROOT}/../x.js'] }, field: 'args[0]' },
    { entry: { command: 'node', args: ['--a=${CLAUDE_PLUGIN_ROOT}/b/../../x'] }, field: 'args[0]' },
    { entry: { command: '${TOOLPOOL_PLUGIN_ROOT}-evil/run' }, field: 'command' },
    { entry: { command: '../run' }, field: 'command' },
    { entry: { command: 'run', cwd: 'a/../..' }, field: 'cwd' },
    { entry: { command: 'run', env: { A: '${TOOLPOOL_PLUGIN_DATA}\\..\\b' } }, field: 'env.A' },
  ])('are refused in an entry: $entry', async ({ entry, field }) => {
    await using folder = await folderWith({
      'plugin.json': { name: 'a', mcpServers: { db: entry } },
    });
    await expect(loadFrom(folder)).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining(`"mcpServers.db.${field}" leaves the plugin's folder.`),
    });
  });

  it.each([
    { command: 'node', args: ['${TOOLPOOL_PLUGIN_ROOT}/a/../x.js', '../data'] },
    { command: './bin/run', cwd: '.', env: { PATH: '${TOOLPOOL_PLUGIN_ROOT}:/bin' } },
    { command: 'run', args: ['"${TOOLPOOL_PLUGIN_ROOT}"'] },
  ])('are not seen where there are none: %j', async (entry) => {
    await using folder = await folderWith({
      'plugin.json': { name: 'a', mcpServers: { db: entry } },
    });
    await expect(loadFrom(folder)).resolves.toMatchObject({ name: 'a' });
  });
});

describe('fault 18: plugin roots and servers of one name', () => {
  it('gives each plugin its own root and its own server name', async () => {
    const entry = { command: '${TOOLPOOL_PLUGIN_ROOT}/server' };
    await using folder = await folderWith({
      'one/plugin.json': { name: 'one', mcpServers: { db: entry } },
      'two/.mcp.json': { mcpServers: { db: entry } },
    });
    for (const name of ['one', 'two']) {
      const { contribution } = await loadFrom(folder, `./${name}`);
      const root = join(folder.path, name);
      expect(contribution).toMatchObject({ plugin: name, root, entries: { db: entry } });
      expect(contribution.variables).toMatchObject({
        TOOLPOOL_PLUGIN_ROOT: root,
        CLAUDE_PLUGIN_ROOT: root,
        TOOLPOOL_PLUGIN_DATA: join(folder.path, 'data', name),
        CLAUDE_PLUGIN_DATA: join(folder.path, 'data', name),
        TOOLPOOL_PROJECT_DIR: folder.path,
        CLAUDE_PROJECT_DIR: folder.path,
      });
      expect(basename(contribution.file)).toBe(name === 'one' ? 'plugin.json' : '.mcp.json');
    }
  });

  it('makes the data folder only for a plugin that names it', async () => {
    await using folder = await folderWith({
      'one/plugin.json': {
        name: 'one',
        mcpServers: { db: { command: 'x', args: ['${TOOLPOOL_PLUGIN_DATA}/db'] } },
      },
      'two/plugin.json': { name: 'two', mcpServers: { db } },
    });
    await loadFrom(folder, './one');
    await loadFrom(folder, './two');
    await expect(readFile(join(folder.path, 'data/one'))).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(readFile(join(folder.path, 'data/two'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
