import { definePlugin } from '@toolpool/plugin-kit';

// biome-ignore lint/style/noDefaultExport: a plugin is its module's default export
export default definePlugin({
  apiVersion: 1,
  name: 'sqlite',
  version: '0.1.0',
  description: 'Read-only queries on an SQLite database',
  mcpServers: {
    sqlite: {
      command: 'node',
      args: ['${TOOLPOOL_PLUGIN_ROOT}/dist/server.js', '${user_config.database}'],
      env: { SQLITE_DATABASE: '${SQLITE_DATABASE:-}' },
      cwd: '${TOOLPOOL_PROJECT_DIR}',
    },
  },
  userConfig: {
    database: {
      type: 'file',
      title: 'Database',
      description: 'Path of the SQLite file, relative to the project. Default: SQLITE_DATABASE',
    },
  },
});
