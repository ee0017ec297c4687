import * as z from 'zod';
import type { Queries } from '../queries/queries.ts';
import { listTables } from './list-tables.ts';
import { selectAll } from './select-all.ts';

const MAX_SUGGESTIONS = 20;

export const TableSchema = z.object({
  table: z.string(),
  type: z.enum(['table', 'view']),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      notNull: z.boolean(),
      primaryKey: z.boolean(),
      generated: z.boolean(),
      default: z.string().optional().describe('As an SQL expression'),
    }),
  ),
  indexes: z.array(
    z.object({
      name: z.string(),
      unique: z.boolean(),
      partial: z.boolean(),
      columns: z.array(z.string()),
    }),
  ),
  foreignKeys: z.array(
    z.object({
      columns: z.array(z.string()),
      table: z.string(),
      references: z.array(z.string()).describe('Columns of that table; empty: its primary key'),
      onDelete: z.string(),
    }),
  ),
  sql: z.string().describe('The statement that made it'),
});

export type TableDescription = z.output<typeof TableSchema>;

/** Describes one table or view; its name in any letter case. */
export async function describeTable(queries: Queries, name: string): Promise<TableDescription> {
  const [found] = await selectAll<{ table: string; type: TableDescription['type']; sql: string }>(
    queries,
    `SELECT name AS "table", type, sql FROM sqlite_schema
     WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE`,
    [name],
  );
  if (found === undefined) throw await unknownTable(queries, name);
  const columns = await readColumns(queries, found.table);
  const indexes = await readIndexes(queries, found.table);
  const foreignKeys = await readForeignKeys(queries, found.table);
  return { table: found.table, type: found.type, columns, indexes, foreignKeys, sql: found.sql };
}

async function unknownTable(queries: Queries, name: string): Promise<Error> {
  const names = (await listTables(queries)).map((table) => table.name);
  const shown = names.slice(0, MAX_SUGGESTIONS).join(', ');
  const more = names.length > MAX_SUGGESTIONS ? ' and others; see list_tables' : '';
  const known = names.length === 0 ? 'The database has no tables.' : `There are: ${shown}${more}.`;
  return new Error(`There is no table "${name}". ${known}`);
}

async function readColumns(queries: Queries, table: string): Promise<TableDescription['columns']> {
  const rows = await selectAll<{
    name: string;
    type: string;
    notnull: number;
    dflt_value: string | null;
    pk: number;
    hidden: number;
  }>(queries, 'SELECT * FROM pragma_table_xinfo(?)', [table]);
  return rows.map((row) => ({
    name: row.name,
    type: row.type,
    notNull: row.notnull === 1,
    primaryKey: row.pk > 0,
    // 2: virtual, 3: stored (sqlite.org/pragma.html#pragma_table_xinfo).
    generated: row.hidden > 1,
    ...(row.dflt_value === null ? {} : { default: row.dflt_value }),
  }));
}

async function readIndexes(queries: Queries, table: string): Promise<TableDescription['indexes']> {
  const rows = await selectAll<{
    name: string;
    unique: number;
    partial: number;
    column: string | null;
  }>(
    queries,
    `SELECT list.name, list."unique", list.partial, info.name AS "column"
     FROM pragma_index_list(?) AS list JOIN pragma_index_info(list.name) AS info
     ORDER BY list.seq, info.seqno`,
    [table],
  );
  return groupBy(rows, ({ name }) => name).map(([first, ...rest]) => ({
    name: first.name,
    unique: first.unique === 1,
    partial: first.partial === 1,
    columns: [first, ...rest].map(({ column }) => column ?? '(expression)'),
  }));
}

async function readForeignKeys(
  queries: Queries,
  table: string,
): Promise<TableDescription['foreignKeys']> {
  const rows = await selectAll<{
    id: number;
    table: string;
    from: string;
    to: string | null;
    on_delete: string;
  }>(queries, 'SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq', [table]);
  return groupBy(rows, ({ id }) => id).map(([first, ...rest]) => ({
    columns: [first, ...rest].map(({ from }) => from),
    table: first.table,
    references: [first, ...rest].flatMap(({ to }) => to ?? []),
    onDelete: first.on_delete,
  }));
}

function groupBy<Row, Key>(
  rows: readonly Row[],
  key: (row: Row) => Key,
): readonly [Row, ...Row[]][] {
  const groups = new Map<Key, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
