import type { Queries } from './queries/queries.ts';
import { listTables } from './schema/list-tables.ts';

/** Names of tables that begin with a text, in any letter case; none when there is no database. */
export async function completeTable(queries: Queries, start: string): Promise<string[]> {
  const tables = await listTables(queries).catch(() => []);
  return tables
    .map(({ name }) => name)
    .filter((name) => name.toLowerCase().startsWith(start.toLowerCase()));
}
