import { expect, it } from 'vitest';
import { loadPlugin } from '../src/index.ts';
import { folderWith, modulePackage, optionsFor } from './plugin-folder.ts';

const userConfig = {
  region: { type: 'string', title: 'Region', default: 'eu' },
  retries: { type: 'number', title: 'Retries', default: 0 },
  database: { type: 'file', title: 'Database' },
  token: { type: 'string', title: 'Token', required: true, sensitive: true },
};

it('fills placeholders with values, then defaults, then nothing', async () => {
  await using folder = await folderWith({ 'plugin.json': { name: 'a', userConfig } });
  const { contribution } = await loadPlugin('.', {
    ...optionsFor(folder.path),
    userConfig: (plugin) => (plugin === 'a' ? { region: 'us', unknown: 'x' } : {}),
  });
  const settings = Object.entries(contribution.variables).filter(([key]) => /^user_/.test(key));
  expect(Object.fromEntries(settings)).toEqual({
    'user_config.region': 'us',
    'user_config.retries': '0',
    'user_config.database': '',
  });
});

it('makes no in-process server while a required setting has no value', async () => {
  await using folder = await folderWith(
    modulePackage(`
      export default {
        apiVersion: 1, name: 'tools', version: '1.0.0', mcpServers: { a: { type: 'sdk' } },
        userConfig: ${JSON.stringify(userConfig)},
        createServers: ({ userConfig }) => ({ a: { userConfig, connect() {}, close() {} } }),
      };`),
  );
  const options = optionsFor(folder.path);
  const without = await loadPlugin('.', options);
  await expect(without.inProcessServers['plugin:tools:a']?.()).rejects.toMatchObject({
    code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING',
    message: 'The plugin "tools" has no value for its required setting token.',
  });
  const given = await loadPlugin('.', { ...options, userConfig: async () => ({ token: 't' }) });
  await expect(given.inProcessServers['plugin:tools:a']?.()).resolves.toMatchObject({
    userConfig: { region: 'eu', retries: 0, token: 't' },
  });
});
