import { createHash } from 'node:crypto';

/** Where a query goes on. */
export interface Cursor {
  readonly offset: number;
  /** Of the file when the page before was read. */
  readonly version: string;
}

/** Packs a cursor into text that only fits the same query. */
export function formatCursor(query: string, { offset, version }: Cursor): string {
  return Buffer.from(`${offset}.${version}.${digest(query)}`).toString('base64url');
}

/** Unpacks the cursor of a query; it refuses one of another query. */
export function parseCursor(query: string, cursor: string): Cursor {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, offset, version = '', hash] = /^(\d{1,15})\.(\w+)\.(\w+)$/.exec(text) ?? [];
  if (offset === undefined || hash !== digest(query)) {
    throw new Error('The cursor is not of this query. Repeat sql and params as they were.');
  }
  return { offset: Number(offset), version };
}

function digest(query: string): string {
  return createHash('sha256').update(query).digest('hex').slice(0, 12);
}
