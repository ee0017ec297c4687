import type { Queries } from '../queries/queries.ts';
import { selectAll } from './select-all.ts';

/** A table or view, as it is listed. */
export interface ListedTable {
  readonly name: string;
  readonly type: 'table' | 'view' | 'virtual';
  readonly columns: number;
}

/** Lists tables, views and virtual tables in name order, without SQLite's own. */
export async function listTables(queries: Queries): Promise<readonly ListedTable[]> {
  const rows = await selectAll<{ name: string; type: ListedTable['type']; columns: number }>(
    queries,
    `SELECT name, type, ncol AS columns FROM pragma_table_list
     WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     ORDER BY name`,
  );
  return rows;
}
