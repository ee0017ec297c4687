import { expect, it } from 'vitest';
import { loadPlugins } from '../src/index.ts';
import { folderWith, optionsFor } from './plugin-folder.ts';

it('loads what it can, in order, and reports what failed', async () => {
  await using folder = await folderWith({
    'b/plugin.json': { name: 'b' },
    'bad/plugin.json': '{',
    'a/plugin.json': { name: 'a' },
  });
  const { plugins, failures } = await loadPlugins(
    ['./b', './gone', './bad', './a'],
    optionsFor(folder.path),
  );
  expect(plugins.map(({ name }) => name)).toEqual(['b', 'a']);
  expect(failures).toMatchObject([
    { reference: './gone', error: { code: 'TOOLPOOL_PLUGIN_NOT_FOUND' } },
    { reference: './bad', error: { code: 'TOOLPOOL_PLUGIN_INVALID' } },
  ]);
});

it('loads a plugin that is named twice once, and refuses a second of the same name', async () => {
  await using folder = await folderWith({
    'one/plugin.json': { name: 'db' },
    'two/plugin.json': { name: 'db' },
  });
  const { plugins, failures } = await loadPlugins(
    ['./one', './one/', './two'],
    optionsFor(folder.path),
  );
  expect(plugins).toHaveLength(1);
  expect(failures).toMatchObject([
    {
      reference: './two',
      error: { message: expect.stringContaining('Two plugins are called "db"') },
    },
  ]);
});
