import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { DEFAULT_QUERY_TIMEOUT_MS, type Queries } from '../queries/queries.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { CellSchema, queryInputs } from './query-inputs.ts';
import { READS, toolResult } from './tool-result.ts';

const CHANGED =
  'The database changed since the page before: rows may be missing, or come a second time.';

/** Registers `query`. */
export function registerQuery(server: McpServer, queries: Queries): void {
  server.registerTool(
    'query',
    {
      title: 'Query',
      description: 'Run a read-only SQL query and get its rows in pages.',
      inputSchema: {
        ...queryInputs,
        limit: z.number().int().min(1).max(1000).optional().describe('Rows of a page. Default 100'),
        cursor: z
          .string()
          .optional()
          .describe('nextCursor of the page before, same sql and params'),
        timeoutSeconds: z.number().min(0.1).max(300).optional().describe('Default 10'),
      },
      outputSchema: {
        columns: z.array(z.string()),
        rows: z.array(z.array(CellSchema)),
        nextCursor: z.string().optional().describe('Present when more rows follow'),
        notes: z.array(z.string()),
      },
      annotations: READS,
      _meta: {
        'anthropic/alwaysLoad': true,
        'anthropic/searchHint': 'SQL select database rows SQLite aggregate join',
      },
    },
    async ({ sql, params, limit = 100, cursor, timeoutSeconds }, { signal }) => {
      const query = JSON.stringify([sql, params]);
      const from = cursor === undefined ? undefined : parseCursor(query, cursor);
      const offset = from?.offset ?? 0;
      const page = await queries.run(
        { sql, params, offset, limit },
        {
          signal,
          timeoutMs:
            timeoutSeconds === undefined ? DEFAULT_QUERY_TIMEOUT_MS : timeoutSeconds * 1000,
        },
      );
      const { columns, rows, notes, more, version } = page;
      const changed = from !== undefined && from.version !== version;
      return toolResult({
        columns,
        rows,
        ...(more && {
          nextCursor: formatCursor(query, { offset: offset + rows.length, version }),
        }),
        notes: changed ? [CHANGED, ...notes] : notes,
      });
    },
  );
}
