import Table from 'cli-table3';
import type { Io } from '../io.ts';
import { displayWidth } from './display-width.ts';
import { paintFor } from './paint.ts';
import { wrapText } from './wrap-text.ts';

export interface TableOptions {
  readonly head: readonly string[];
  /** Cells are safe for a terminal and may hold colours. */
  readonly rows: readonly (readonly string[])[];
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};
const GAP = 2;
const NARROWEST_COLUMN = 8;
const NARROWEST_LAST_COLUMN = 24;

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
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    colWidths: widths.map((width) => width + GAP),
  });
  const last = widths.length - 1;
  for (const row of [head, ...rows]) {
    table.push(
      row.map((cell, column) => (column === last ? wrapText(cell, widths[last] ?? 0) : cell)),
    );
  }
  const [titles, ...lines] = table
    .toString()
    .replace(/[ \t]+$/gm, '')
    .split('\n');
  return `${[paintFor(io.stdout, io).dim(titles ?? ''), ...lines].join('\n')}\n`;
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
