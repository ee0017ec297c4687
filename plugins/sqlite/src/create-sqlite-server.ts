import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Queries } from './queries/queries.ts';
import { registerExplainPrompt } from './register-explain-prompt.ts';
import { registerResources } from './register-resources.ts';
import { registerDescribeTable } from './tools/describe-table.ts';
import { registerExplainQuery } from './tools/explain-query.ts';
import { registerListTables } from './tools/list-tables.ts';
import { registerQuery } from './tools/query.ts';

/** Creates the `sqlite` server over a database; it starts when it is connected to a transport. */
export function createSqliteServer(queries: Queries): McpServer {
  const server = new McpServer(
    { name: 'sqlite', title: 'SQLite', version: '0.1.0' },
    {
      instructions:
        'Reads one SQLite database; nothing can be changed. Start with list_tables and describe_table, then query. Pass values as params, and page with nextCursor.',
    },
  );
  registerQuery(server, queries);
  registerListTables(server, queries);
  registerDescribeTable(server, queries);
  registerExplainQuery(server, queries);
  registerResources(server, queries);
  registerExplainPrompt(server, queries);
  return server;
}
