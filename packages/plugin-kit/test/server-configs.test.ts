import { join } from 'node:path';
import {
  expandServerConfig,
  type LoadedServers,
  loadServerConfigs,
  resolvePaths,
} from '@toolpool/config';
import type { TemporaryDirectory } from '@toolpool/testing';
import { expect, it } from 'vitest';
import { loadPlugins } from '../src/index.ts';
import { folderWith, optionsFor } from './plugin-folder.ts';

/** Loads the servers of a project with plugins, with a home of its own. */
async function loadServers(
  folder: TemporaryDirectory,
  plugins: readonly string[],
): Promise<LoadedServers> {
  const projectRoot = join(folder.path, 'project');
  const env = { TOOLPOOL_HOME: join(folder.path, 'home') };
  const loaded = await loadPlugins(plugins, optionsFor(folder.path));
  return await loadServerConfigs({
    cwd: projectRoot,
    projectRoot,
    env,
    paths: resolvePaths({ env, projectRoot }),
    settingSources: ['user', 'project'],
    plugins: loaded.plugins.map(({ contribution }) => contribution),
  });
}

const server = {
  command: 'node',
  args: ['${TOOLPOOL_PLUGIN_ROOT}/server.js', '${user_config.key}'],
};

it('fault 18: two plugins with a server "db" are two servers, each with its own root', async () => {
  const userConfig = { key: { type: 'string', title: 'Key', default: 'k' } };
  await using folder = await folderWith({
    'project/.git/HEAD': '',
    'one/plugin.json': { name: 'one', userConfig, mcpServers: { db: server } },
    'two/plugin.json': { name: 'two', userConfig, mcpServers: { db: server } },
  });
  const { servers, diagnostics } = await loadServers(folder, ['./one', './two']);
  expect(servers).toMatchObject([
    { name: 'plugin:one:db', scope: 'plugin' },
    { name: 'plugin:two:db', scope: 'plugin' },
  ]);
  expect(diagnostics).toEqual([]);
  for (const configured of servers) {
    const name = configured.name === 'plugin:one:db' ? 'one' : 'two';
    const { config } = await expandServerConfig(configured, { env: {} });
    expect(config).toMatchObject({ args: [join(folder.path, name, 'server.js'), 'k'] });
  }
});

it('fault 18: a plugin opened as a project gets a clear error for its placeholders', async () => {
  await using folder = await folderWith({
    'project/.git/HEAD': '',
    'project/.mcp.json': { mcpServers: { db: server } },
  });
  const { servers, setAside } = await loadServers(folder, []);
  expect(servers).toEqual([]);
  expect(setAside).toMatchObject([
    { name: 'db', reason: expect.stringContaining('TOOLPOOL_PLUGIN_ROOT') },
  ]);
});

it('sets a server aside whose required setting has no value', async () => {
  const userConfig = { key: { type: 'string', title: 'Key', required: true } };
  await using folder = await folderWith({
    'project/.git/HEAD': '',
    'one/plugin.json': { name: 'one', userConfig, mcpServers: { db: server } },
  });
  const { servers, setAside } = await loadServers(folder, ['./one']);
  expect(servers).toEqual([]);
  expect(setAside).toMatchObject([
    {
      name: 'plugin:one:db',
      status: 'misconfigured',
      reason: expect.stringContaining('user_config.key'),
    },
  ]);
});
