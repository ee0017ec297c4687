import { expect, it } from 'vitest';
import plugin from '../src/index.ts';

it('runs its own built server in the project, with the setting before the environment', () => {
  expect(plugin).toMatchObject({
    name: 'sqlite',
    mcpServers: {
      sqlite: {
        command: 'node',
        args: ['${TOOLPOOL_PLUGIN_ROOT}/dist/server.js', '${user_config.database}'],
        env: { SQLITE_DATABASE: '${SQLITE_DATABASE:-}' },
        cwd: '${TOOLPOOL_PROJECT_DIR}',
      },
    },
    userConfig: { database: { type: 'file' } },
  });
  expect(plugin).not.toHaveProperty('createServers');
});
