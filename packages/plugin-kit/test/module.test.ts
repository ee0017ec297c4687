import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPlugin } from '../src/index.ts';
import { folderWith, loadFrom, modulePackage, optionsFor } from './plugin-folder.ts';

const server = '{ connect: async () => {}, close: async () => {} }';

describe('loadPlugin of a module', () => {
  it('imports the entry and keeps its servers unmade', async () => {
    await using folder = await folderWith(
      modulePackage(`
        export default {
          apiVersion: 1, name: 'tools', version: '1.2.0', description: 'Some tools',
          mcpServers: { here: { type: 'sdk', timeout: 5000 }, there: { command: 'node', onExit() {} } },
          createServers() { throw new Error('too early'); },
        };`),
    );
    await expect(loadFrom(folder)).resolves.toMatchObject({
      name: 'tools',
      version: '1.2.0',
      description: 'Some tools',
      contribution: {
        file: join(folder.path, 'dist/index.js'),
        entries: {
          here: { type: 'sdk', name: 'plugin:tools:here', timeout: 5000 },
          there: { command: 'node' },
        },
      },
      inProcessServers: { 'plugin:tools:here': expect.any(Function) },
    });
  });

  it('makes all in-process servers once, with the context', async () => {
    await using folder = await folderWith(
      modulePackage(`
        let calls = 0;
        export default {
          apiVersion: 1, name: 'tools', version: '1.0.0',
          mcpServers: { a: { type: 'sdk' }, b: { type: 'sdk' } },
          userConfig: { region: { type: 'string', title: 'Region', default: 'eu' } },
          async createServers(context) {
            const server = { ...${server}, context, calls: ++calls };
            return { a: server, b: server };
          },
        };`),
    );
    const { inProcessServers } = await loadFrom(folder);
    const made = await Promise.all(Object.values(inProcessServers).map((make) => make()));
    expect(made).toHaveLength(2);
    expect(made[0]).toMatchObject({
      calls: 1,
      context: {
        pluginRoot: folder.path,
        projectRoot: folder.path,
        dataDirectory: join(folder.path, 'data/tools'),
        userConfig: { region: 'eu' },
      },
    });
    expect(made[1]).toBe(made[0]);
  });

  it('tries createServers again after it failed', async () => {
    await using folder = await folderWith(
      modulePackage(`
        let calls = 0;
        export default {
          apiVersion: 1, name: 'tools', version: '1.0.0', mcpServers: { a: { type: 'sdk' } },
          createServers() {
            if (++calls === 1) throw new Error('no database');
            return { a: ${server} };
          },
        };`),
    );
    const make = (await loadFrom(folder)).inProcessServers['plugin:tools:a'];
    await expect(make?.()).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining('failed in createServers: no database'),
    });
    await expect(make?.()).resolves.toHaveProperty('connect');
  });

  it.each([
    { made: '{}', says: 'returned no MCP server "a"' },
    { made: '{ a: {} }', says: 'returned no MCP server "a"' },
    { made: 'undefined', says: 'returned no MCP server "a"' },
  ])('says that createServers made $made', async ({ made, says }) => {
    await using folder = await folderWith(
      modulePackage(`
        export default {
          apiVersion: 1, name: 'tools', version: '1.0.0', mcpServers: { a: { type: 'sdk' } },
          createServers: () => (${made}),
        };`),
    );
    const make = (await loadFrom(folder)).inProcessServers['plugin:tools:a'];
    await expect(make?.()).rejects.toThrow(says);
  });

  it.each([
    { exports: './dist/index.js' },
    {
      exports: { '.': { types: './x.d.ts', 'some-source': './x.ts', default: './dist/index.js' } },
    },
    { exports: { require: './x.cjs', node: [{ import: './dist/index.js' }] } },
    { exports: undefined, main: 'dist/index.js' },
  ])('finds the entry by %j', async (manifest) => {
    const code = `export default { apiVersion: 1, name: 'tools', version: '1.0.0' };`;
    await using folder = await folderWith(modulePackage(code, manifest));
    await expect(loadFrom(folder)).resolves.toMatchObject({ name: 'tools' });
  });

  it('finds a package from the current folder upwards', async () => {
    await using folder = await folderWith({
      'node_modules/@acme/tools/package.json': { name: '@acme/tools', main: 'index.mjs' },
      'node_modules/@acme/tools/index.mjs': `export default { apiVersion: 1, name: 'tools', version: '1.0.0' };`,
      'app/src/x.txt': '',
    });
    const options = optionsFor(join(folder.path, 'app/src'));
    await expect(loadPlugin('@acme/tools', options)).resolves.toMatchObject({
      source: '@acme/tools',
      root: join(folder.path, 'node_modules/@acme/tools'),
    });
  });

  it('takes a bare name for a folder when there is no such package', async () => {
    await using folder = await folderWith({ 'tools/plugin.json': { name: 'tools' } });
    await expect(loadFrom(folder, 'tools')).resolves.toMatchObject({ name: 'tools' });
  });

  it('runs no code of a folder that has a manifest', async () => {
    await using folder = await folderWith({
      ...modulePackage(`throw new Error('this ran');`),
      'plugin.json': { name: 'data' },
    });
    await expect(loadFrom(folder)).resolves.toMatchObject({ name: 'data' });
  });
});

describe('a wrong plugin', () => {
  const plugin = (fields: string) => `export default { name: 'a', version: '1', ${fields} };`;
  it.each([
    { code: 'export const x = 1;', says: 'has no default export that is a plugin' },
    { code: plugin(''), says: '"apiVersion" is missing' },
    { code: plugin('apiVersion: 2'), says: '"apiVersion" is 2; this host understands version 1' },
    { code: plugin('apiVersion: 1, name: 7'), says: '"name" must be text' },
    { code: plugin('apiVersion: 1, version: undefined'), says: '"version" is missing' },
    { code: plugin('apiVersion: 1, createServers: 1'), says: '"createServers" must be a function' },
    {
      code: plugin('apiVersion: 1, createServers: () => ({})'),
      says: 'no entry of "mcpServers" has the type "sdk"',
    },
    {
      code: plugin('apiVersion: 1, mcpServers: { a: { x: 1n } }'),
      says: '"mcpServers" must consist of plain JSON',
    },
    { code: `throw new Error('broken inside');`, says: 'could not be loaded: broken inside' },
    { code: `import 'no-such-package-anywhere';`, says: 'could not be loaded' },
  ])('is refused: $code', async ({ code, says }) => {
    await using folder = await folderWith(modulePackage(code));
    await expect(loadFrom(folder)).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining(says),
    });
  });

  it('without its built entry asks to build it', async () => {
    await using folder = await folderWith(modulePackage(''));
    await mkdir(join(folder.path, 'src'));
    await rename(join(folder.path, 'dist'), join(folder.path, 'src/dist'));
    await expect(loadFrom(folder)).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_INVALID',
      message: expect.stringContaining('names a module that is not there: "./dist/index.js"'),
      hint: expect.stringContaining('npm run build'),
    });
  });

  it.each([
    './gone',
    '../gone',
    'gone',
    '@acme/gone',
    'a/b',
    '/no/such/folder',
    './empty',
    './file',
  ])('at %s is not found', async (reference) => {
    await using folder = await folderWith({ 'empty/x.txt': '', file: '' });
    await expect(loadFrom(folder, reference)).rejects.toMatchObject({
      code: 'TOOLPOOL_PLUGIN_NOT_FOUND',
      hint: expect.any(String),
    });
  });
});
