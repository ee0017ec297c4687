import type { SavedResult } from '../content/result-store.ts';
import type { TextDescription } from './describe-text.ts';
import { formatCount } from './format-size.ts';

export interface SavedNotice {
  readonly saved: SavedResult;
  readonly description: TextDescription;
  readonly tokens: number;
  readonly maxTokens: number;
}

/** Longer lines, in bytes on average, are no help for reading by line. */
const MAX_LINE_BYTES = 2_000;

/** Tells a model what was saved where instead of shown, and how to read it. */
export function formatSavedNotice({
  saved,
  description: { format, lines, structure },
  tokens,
  maxTokens,
}: SavedNotice): string {
  return [
    `This result is too large to show here (about ${formatCount(tokens)} tokens, limit ${formatCount(maxTokens)}). All of it was saved to a file:`,
    saved.path,
    `Size: ${formatCount(saved.bytes)} bytes, ${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}. Format: ${format}.`,
    ...(structure === undefined ? [] : [structure]),
    `To read it in parts: ${nameWaysToRead(format, saved.bytes > lines * MAX_LINE_BYTES)}. Do not read it whole, and do not answer from this notice alone.`,
  ].join('\n');
}

function nameWaysToRead(format: TextDescription['format'], hasLongLines: boolean): string {
  const range = hasLongLines ? 'ranges of bytes (its lines are very long)' : 'ranges of lines';
  if (format === 'JSON') return `query it with jq, or read ${range}`;
  if (format === 'JSONL') return `filter its lines with grep or jq, or read ${range}`;
  if (format === 'CSV') return `look at its first lines, filter with grep or awk, or read ${range}`;
  return `search it with grep, or read ${range}`;
}
