import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Queries } from '../queries/queries.ts';
import { listTables } from '../schema/list-tables.ts';
import { READS, toolResult } from './tool-result.ts';

/** Registers `list_tables`. */
export function registerListTables(server: McpServer, queries: Queries): void {
  server.registerTool(
    'list_tables',
    {
      title: 'List tables',
      description: 'List the tables and views of the SQLite database.',
      inputSchema: {
        search: z.string().optional().describe('Part of the name'),
        limit: z.number().int().min(1).max(1000).optional().describe('Default 200'),
        cursor: z.string().optional().describe('nextCursor of the page before'),
      },
      outputSchema: {
        tables: z.array(
          z.object({
            name: z.string(),
            type: z.enum(['table', 'view', 'virtual']),
            columns: z.number(),
          }),
        ),
        total: z.number(),
        nextCursor: z.string().optional(),
      },
      annotations: READS,
      _meta: { 'anthropic/searchHint': 'SQLite database schema tables views overview' },
    },
    async ({ search = '', limit = 200, cursor = '' }) => {
      const part = search.toLowerCase();
      const tables = (await listTables(queries)).filter(({ name }) =>
        name.toLowerCase().includes(part),
      );
      // The cursor is the last name given, so that a page stays right when tables come and go.
      const start = cursor === '' ? 0 : tables.findIndex(({ name }) => name > cursor);
      const rest = start === -1 ? [] : tables.slice(start);
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      return toolResult({
        tables: page,
        total: tables.length,
        ...(rest.length > limit && last !== undefined && { nextCursor: last.name }),
      });
    },
  );
}
