import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import type { Queries } from '../queries/queries.ts';
import { queryPlan } from '../schema/query-plan.ts';
import { queryInputs } from './query-inputs.ts';
import { READS, toolResult } from './tool-result.ts';

/** Registers `explain_query`. */
export function registerExplainQuery(server: McpServer, queries: Queries): void {
  server.registerTool(
    'explain_query',
    {
      title: 'Explain query',
      description: 'Show how SQLite would run a query, without running it.',
      inputSchema: queryInputs,
      outputSchema: {
        plan: z.string().describe('One step a line, indented under the step it is part of'),
        fullScans: z.array(z.string()).describe('Tables that are read whole, without an index'),
      },
      annotations: READS,
      _meta: { 'anthropic/searchHint': 'SQLite query plan index slow query performance' },
    },
    async ({ sql, params }, { signal }) => {
      const { text, fullScans } = await queryPlan(queries, { sql, params }, { signal });
      return toolResult({ plan: text, fullScans: [...fullScans] });
    },
  );
}
