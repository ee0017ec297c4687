import type { Queries } from '../queries/queries.ts';
import { selectAll } from './select-all.ts';

/** The statements that make the schema: tables and views, each followed by its indexes and triggers. */
export async function schemaText(queries: Queries): Promise<string> {
  const rows = await selectAll<{ sql: string }>(
    queries,
    `SELECT sql FROM sqlite_schema
     WHERE sql IS NOT NULL
       AND tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
       AND tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     ORDER BY tbl_name, name <> tbl_name, name`,
  );
  return rows.map(({ sql }) => `${sql};\n`).join('\n');
}
