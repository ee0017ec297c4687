import type { Cell, Queries, RunOptions, SqlValue } from '../queries/queries.ts';

const PAGE_ROWS = 1000;

/** Runs a query and returns every row, by column name. For the schema, which fits into memory. */
export async function selectAll<Row extends Readonly<Record<string, Cell>>>(
  queries: Queries,
  sql: string,
  params: readonly SqlValue[] = [],
  options: RunOptions = {},
): Promise<Row[]> {
  const all: Row[] = [];
  for (let more = true; more; ) {
    const page = await queries.run({ sql, params, offset: all.length, limit: PAGE_ROWS }, options);
    for (const row of page.rows) {
      all.push(Object.fromEntries(page.columns.map((name, index) => [name, row[index]])) as Row);
    }
    more = page.more;
  }
  return all;
}
