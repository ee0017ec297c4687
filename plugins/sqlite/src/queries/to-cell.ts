import type { Cell } from './queries.ts';

/** Longest text of one value, in UTF-16 units. */
const MAX_CELL_LENGTH = 8000;

const BLOB_PREFIX_BYTES = 48;

/** What happened to values on their way into JSON. */
export interface CellNotes {
  cut: boolean;
  large: boolean;
}

/** Turns a value of SQLite into JSON and records what that cost. */
export function toCell(value: unknown, notes: CellNotes): Cell {
  if (typeof value === 'bigint') return integerCell(value, notes);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) {
    const start = Buffer.from(value.subarray(0, BLOB_PREFIX_BYTES));
    return { bytes: value.byteLength, base64: start.toString('base64') };
  }
  if (typeof value !== 'string') return null;
  if (value.length <= MAX_CELL_LENGTH) return value;
  notes.cut = true;
  return `${value.slice(0, MAX_CELL_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}… (${value.length} characters)`;
}

function integerCell(value: bigint, notes: CellNotes): number | string {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  notes.large = true;
  return value.toString();
}

/** Sentences for what was recorded. */
export function describeNotes({ cut, large }: CellNotes): string[] {
  return [
    ...(cut
      ? [`Long texts were cut to ${MAX_CELL_LENGTH} characters; read on with substr().`]
      : []),
    ...(large ? ['Integers beyond 2^53 are given as text.'] : []),
  ];
}
