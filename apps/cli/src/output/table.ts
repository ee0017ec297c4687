import type { Io } from '../io.ts';
import { displayWidth } from './display-width.ts';
import { paintFor } from './paint.ts';
import { cutAt, wrapText } from './wrap-text.ts';

export interface TableOptions {
  readonly head: readonly string[];
  /** Cells on one line each, safe for a terminal, without colours. */
  readonly rows: readonly (readonly string[])[];
  /** Colours a cell by its title. */
  readonly colour?: (cell: string, title: string) => string;
}

const GAP = 2;
const NARROWEST_COLUMN = 8;
const NARROWEST_LAST_COLUMN = 24;
const ELLIPSIS = '…';

/**
 * Lays out rows in columns; a column without content is left out. On a terminal the table fits its
 * width: the last column wraps, the others are cut only when they leave it no room. Where nobody
 * looks, every cell stays whole.
 */
export function formatTable(options: TableOptions, io: Io): string {
  const { head, rows } = withoutEmptyColumns(options);
  const natural = head.map((title, column) =>
    Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const widths = fitWidths(natural, io.stdout.isTTY ? io.stdout.columns || undefined : undefined);
  const { colour = (cell: string) => cell } = options;
  const lines = rows.flatMap((row) =>
    layOut(row, widths, (cell, column) => colour(cell, head[column] ?? '')),
  );
  const { dim } = paintFor(io.stdout, io);
  return `${[...layOut(head, widths, dim), ...lines].join('\n')}\n`;
}

/** The lines of one row: more than one when its last cell is wrapped. */
function layOut(
  cells: readonly string[],
  widths: readonly number[],
  colour: (cell: string, column: number) => string,
): string[] {
  const last = cells.length - 1;
  const start = cells.slice(0, last).map((cell, column) => {
    const width = widths[column] ?? 0;
    const shown = cut(cell, width);
    return colour(shown, column) + ' '.repeat(width - displayWidth(shown) + GAP);
  });
  const indent = ' '.repeat(widths.slice(0, last).reduce((sum, width) => sum + width + GAP, 0));
  const wrapped = wrapText(cells[last] ?? '', widths[last] ?? 0);
  return wrapped.map((line, index) =>
    `${index === 0 ? start.join('') : indent}${colour(line, last)}`.trimEnd(),
  );
}

function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return `${text.slice(0, cutAt(text, width - 1))}${ELLIPSIS}`;
}

function withoutEmptyColumns({ head, rows }: TableOptions): TableOptions {
  const filled = head.map((_, column) => rows.some((row) => row[column] !== ''));
  const keep = (cells: readonly string[]) => cells.filter((_, column) => filled[column]);
  return { head: keep(head), rows: rows.map(keep) };
}

/** Column widths whose sum, with gaps, is at most `columns`, as far as the narrowest allow. */
function fitWidths(natural: readonly number[], columns: number | undefined): number[] {
  const widths = [...natural];
  if (columns === undefined) return widths;
  const last = widths.length - 1;
  const excess = () => widths.reduce((sum, width) => sum + width + GAP, -GAP) - columns;
  const widest = widths[last] ?? 0;
  widths[last] = Math.min(widest, Math.max(NARROWEST_LAST_COLUMN, widest - Math.max(0, excess())));
  while (excess() > 0) {
    const column = widths.indexOf(Math.max(...widths.slice(0, last)));
    const width = widths[column] ?? 0;
    if (width <= NARROWEST_COLUMN) break;
    widths[column] = width - 1;
  }
  return widths;
}
