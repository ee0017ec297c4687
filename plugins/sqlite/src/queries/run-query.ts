import type { StatementSyncInstance } from '@photostructure/sqlite';
import type { ReadOnlyDatabase } from './open-database.ts';
import type { Cell, QueryPage, QueryRequest, SqlValue } from './queries.ts';
import { requireSingleStatement } from './single-statement.ts';
import { type CellNotes, describeNotes, toCell } from './to-cell.ts';

/** Longest page as JSON, in UTF-16 units; a first row that is longer is still given. */
const MAX_PAGE_LENGTH = 48_000;

/** Runs one statement and returns a page of its rows. */
export function runQuery(
  database: ReadOnlyDatabase,
  { sql, params, offset = 0, limit }: QueryRequest,
): Omit<QueryPage, 'version'> {
  requireSingleStatement(sql);
  const statement = prepare(database, sql);
  const columns = statement.columns().map(({ name }) => name);
  if (columns.length === 0)
    throw new Error('The statement returns no rows. This server only reads.');
  const notes: CellNotes = { cut: false, large: false };
  const rows: Cell[][] = [];
  let skipped = 0;
  let length = 0;
  for (const row of statement.iterate(...bindings(params))) {
    if (skipped < offset) {
      skipped += 1;
      continue;
    }
    const cells = (row as unknown[]).map((value) => toCell(value, notes));
    length += JSON.stringify(cells).length;
    if (rows.length === limit || (rows.length > 0 && length > MAX_PAGE_LENGTH)) {
      return { columns, rows, more: true, notes: describeNotes(notes) };
    }
    rows.push(cells);
  }
  return { columns, rows, more: false, notes: describeNotes(notes) };
}

function prepare(database: ReadOnlyDatabase, sql: string): StatementSyncInstance {
  try {
    return database.connection.prepare(sql);
  } catch (cause) {
    const refused = database.takeRefusal();
    if (refused === undefined) throw cause;
    throw new Error(`This server only reads: it does not run ${refused}.`, { cause });
  }
}

/** SQLite has no booleans, and the library no way to bind one by name. */
function bindings(params: QueryRequest['params'] = []): unknown[] {
  const bind = (value: SqlValue) => (typeof value === 'boolean' ? Number(value) : value);
  if (Array.isArray(params)) return params.map(bind);
  const named = Object.entries(params).map(([name, value]) => [name, bind(value)] as const);
  return named.length === 0 ? [] : [Object.fromEntries(named)];
}
