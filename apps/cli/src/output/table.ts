import Table from 'cli-table3';
import type { Io } from '../io.ts';
import { paintFor } from './paint.ts';

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
 * Lays out rows in columns. On a terminal the table fits its width: the last column wraps, the others
 * are cut only when they leave it no room. Where nobody looks, every cell stays whole.
 */
export function formatTable({ head, rows }: TableOptions, io: Io): string {
  const paint = paintFor(io.stdout, io);
  const natural = head.map((title, column) =>
    Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  const columns = io.stdout.isTTY ? io.stdout.columns : undefined;
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    head: head.map((title) => paint.dim(title)),
    wordWrap: true,
    wrapOnWordBoundary: true,
    colWidths: columnWidths(natural, columns).map((width) => width + GAP),
  });
  table.push(...rows.map((row) => [...row]));
  return `${table.toString().replace(/[ \t]+$/gm, '')}\n`;
}

/** Column widths whose sum, with gaps, is at most `columns`, as far as the narrowest allow. */
function columnWidths(natural: readonly number[], columns: number | undefined): number[] {
  const widths = [...natural];
  if (columns === undefined) return widths;
  const last = widths.length - 1;
  const excess = () => widths.reduce((sum, width) => sum + width + GAP, 0) - columns;
  widths[last] = shrink(widths[last] ?? 0, excess(), NARROWEST_LAST_COLUMN);
  while (excess() > 0) {
    const widest = widths.indexOf(Math.max(...widths.slice(0, last)));
    const width = widths[widest] ?? 0;
    if (width <= NARROWEST_COLUMN) break;
    widths[widest] = width - 1;
  }
  return widths;
}

function shrink(width: number, excess: number, narrowest: number): number {
  return excess <= 0 ? width : Math.min(width, Math.max(narrowest, width - excess));
}

/** Terminal cells that a text takes, colours aside; wide characters take two, marks none. */
function displayWidth(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
  const bare = text.replace(/\u001b\[\d+m/g, '').replace(/\p{Mark}|\u200d/gu, '');
  const wide = bare.match(
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/gu,
  );
  return [...bare].length + (wide?.length ?? 0);
}
