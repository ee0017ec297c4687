import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Queries } from '../queries/queries.ts';
import { describeTable, TableSchema } from '../schema/describe-table.ts';
import { READS, toolResult } from './tool-result.ts';

/** Registers `describe_table`. */
export function registerDescribeTable(server: McpServer, queries: Queries): void {
  server.registerTool(
    'describe_table',
    {
      title: 'Describe table',
      description: 'Show the columns, indexes and foreign keys of a table or view.',
      inputSchema: { table: z.string() },
      outputSchema: TableSchema.shape,
      annotations: READS,
      _meta: { 'anthropic/searchHint': 'SQLite table columns types indexes foreign keys DDL' },
    },
    async ({ table }) => toolResult(await describeTable(queries, table)),
  );
}
