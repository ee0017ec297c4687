import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { completeTable } from './complete-table.ts';
import type { Queries } from './queries/queries.ts';
import { describeTable } from './schema/describe-table.ts';
import { listTables } from './schema/list-tables.ts';
import { schemaText } from './schema/schema-text.ts';

/** Registers the whole schema as one resource, and each table as one. */
export function registerResources(server: McpServer, queries: Queries): void {
  server.registerResource(
    'schema',
    'sqlite:///schema',
    {
      title: 'Schema',
      description: 'The statements that make the database: tables, views, indexes, triggers',
      mimeType: 'application/sql',
    },
    async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'application/sql', text: await schemaText(queries) }],
    }),
  );
  const template = new ResourceTemplate('sqlite:///tables/{table}', {
    list: async () => ({ resources: await tableResources(queries) }),
    complete: { table: (value) => completeTable(queries, value) },
  });
  server.registerResource(
    'table',
    template,
    { title: 'Table', description: 'One table or view: columns, indexes, foreign keys' },
    async (uri, { table }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify(await describeTable(queries, decodeURIComponent(String(table)))),
        },
      ],
    }),
  );
}

async function tableResources(queries: Queries) {
  // Without a database, the list is empty and not an error: the other lists work too.
  const tables = await listTables(queries).catch(() => []);
  return tables.map(({ name, type, columns }) => ({
    uri: `sqlite:///tables/${encodeURIComponent(name)}`,
    name,
    description: `${type} with ${columns} columns`,
    mimeType: 'application/json',
  }));
}
