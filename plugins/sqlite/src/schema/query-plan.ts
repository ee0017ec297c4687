import type { Queries, QueryRequest, RunOptions } from '../queries/queries.ts';

/** How SQLite would run a query. */
export interface QueryPlan {
  /** One step a line, indented under the step it is part of. */
  readonly text: string;
  /** Tables that are read whole. */
  readonly fullScans: readonly string[];
}

const MAX_STEPS = 1000;

/** Asks SQLite for the plan of a query, without running it. */
export async function queryPlan(
  queries: Queries,
  { sql, params }: Pick<QueryRequest, 'sql' | 'params'>,
  options: RunOptions = {},
): Promise<QueryPlan> {
  const page = await queries.run(
    { sql: `EXPLAIN QUERY PLAN ${sql}`, params, limit: MAX_STEPS },
    options,
  );
  const depths = new Map<unknown, number>();
  const steps = page.rows.map(([id, parent, , detail]) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return { depth, detail: String(detail) };
  });
  return {
    text: steps.map(({ depth, detail }) => `${'  '.repeat(depth)}${detail}`).join('\n'),
    fullScans: steps.flatMap(({ detail }) => /^SCAN (\S+)(?!.* USING )/.exec(detail)?.[1] ?? []),
  };
}
