import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { completeTable } from './complete-table.ts';
import type { Queries } from './queries/queries.ts';
import { describeTable } from './schema/describe-table.ts';
import { queryPlan } from './schema/query-plan.ts';
import { schemaText } from './schema/schema-text.ts';

// Enough for a few hundred tables; the resource has the whole.
const MAX_SCHEMA_LENGTH = 20_000;

/** Registers the prompt `explain`: what a query does, or what a table holds. */
export function registerExplainPrompt(server: McpServer, queries: Queries): void {
  server.registerPrompt(
    'explain',
    {
      title: 'Explain a query or a table',
      description: 'Explain what a query does and how fast it is, or what a table holds.',
      argsSchema: {
        query: z.string().optional().describe('An SQL query'),
        table: completable(z.string().optional().describe('Name of a table or view'), (value) =>
          completeTable(queries, value ?? ''),
        ),
      },
    },
    async ({ query, table }) => {
      const text = await promptText(queries, query?.trim(), table?.trim());
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  );
}

async function promptText(queries: Queries, query?: string, table?: string): Promise<string> {
  if (query) return await queryText(queries, query);
  if (table) return await tableText(queries, table);
  throw new Error('Give a query or the name of a table.');
}

async function queryText(queries: Queries, query: string): Promise<string> {
  const { text: plan } = await queryPlan(queries, { sql: query });
  const schema = await schemaText(queries);
  return [
    'Explain what this SQLite query returns, step by step, for someone who knows the data but not SQL.',
    'Then say from its plan whether it is fast, and what would make it faster.',
    fenced('sql', query),
    'Plan:',
    fenced('text', plan),
    'Schema:',
    fenced('sql', schema.slice(0, MAX_SCHEMA_LENGTH)),
  ].join('\n\n');
}

async function tableText(queries: Queries, table: string): Promise<string> {
  const description = await describeTable(queries, table);
  return [
    `Explain what the ${description.type} "${description.table}" of this SQLite database holds: each column, how it relates to other tables, and two useful queries on it.`,
    fenced('json', JSON.stringify(description, undefined, 2)),
  ].join('\n\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
