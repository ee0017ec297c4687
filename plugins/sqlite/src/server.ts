import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createSqliteServer } from './create-sqlite-server.ts';
import { resolveDatabasePath } from './queries/database-path.ts';
import { createForkedQueries } from './queries/forked-queries.ts';
import { createMissingQueries } from './queries/missing-queries.ts';

// node server.js [database]: the setting of the plugin comes first, then the environment.
const written = process.argv[2] || process.env.SQLITE_DATABASE || '';
const queries =
  written.trim() === ''
    ? createMissingQueries()
    : createForkedQueries(
        resolveDatabasePath(written, process.cwd()),
        new URL('./query-process.js', import.meta.url),
      );

const server = createSqliteServer(queries);
process.on('exit', () => queries.close());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit());
// A host that ends a session closes our standard input.
process.stdin.on('end', () => process.exit());
await server.connect(new StdioServerTransport());
