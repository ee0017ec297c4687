import { truncateText } from '@toolpool/foundation/text';
import type { ToolRow } from '../host/tool-row.ts';
import type { Io } from '../io.ts';
import type { FailedRow } from '../servers/failed-rows.ts';
import { formatCount } from './format-values.ts';
import { paintFor } from './paint.ts';
import { paintStatus } from './server-table.ts';
import { formatTable } from './table.ts';
import { safeLine } from './text.ts';

/** The tools as a table, and below it what they cost together. */
export function formatToolTable(tools: readonly ToolRow[], io: Io): string {
  const paint = paintFor(io.stdout, io);
  const rows = tools.map((tool) => [
    safeLine(tool.name),
    String(tool.tokens),
    flagsOf(tool),
    firstSentence(safeLine(tool.description || (tool.title ?? ''))),
  ]);
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const summary = `${formatCount(tools.length, 'tool')}, ${formatCount(tokens, 'token')}`;
  const head = ['tool', 'tokens', 'kind', 'what it does'];
  const colour = (cell: string, title: string) => (title === 'tool' ? paint.bold(cell) : cell);
  const table = formatTable({ head, rows, colour }, io);
  return `${table}${paint.dim(summary)}\n`;
}

/** One line for each server that gives no tools. */
export function formatFailed(failed: readonly FailedRow[], io: Io): string[] {
  const paint = paintFor(io.stderr, io);
  return failed.map(({ server, status, reason }) => {
    const why = reason === null ? '' : ` ${safeLine(reason)}`;
    return `${safeLine(server) || '""'}: ${paintStatus(status, paint)}${why}`;
  });
}

/** What the server says of the tool; it decides nothing. */
export function flagsOf({ readOnly, destructive }: ToolRow): string {
  if (readOnly) return 'reads';
  return destructive ? 'destroys' : 'writes';
}

const LONGEST_SUMMARY = 120;

function firstSentence(text: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  const short = truncateText(sentence, LONGEST_SUMMARY);
  return short === sentence ? sentence : `${short}...`;
}
