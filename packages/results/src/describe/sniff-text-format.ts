import { completeJsonPrefix } from './complete-json-prefix.ts';

/** What a text seems to be, to tell a model how to read it; nothing else depends on it. */
export interface TextFormat {
  readonly name: 'JSON' | 'JSONL' | 'CSV' | 'Markdown' | 'plain text';
  readonly mimeType: string;
  /** Of JSON, the value or the beginning of it; of JSONL, the values of the first lines. */
  readonly value?: unknown;
  /** Whether the value is only the beginning. */
  readonly isPartial?: boolean;
}

/** Longer JSON, in UTF-16 units, is parsed only as far as {@link HEAD_LENGTH}. */
const MAX_PARSED_LENGTH = 2_000_000;
const HEAD_LENGTH = 1 << 17;
const MAX_LINES = 20;

/** @param value what the text says in JSON, where that is known */
export function sniffTextFormat(text: string, value?: unknown): TextFormat {
  if (value !== undefined) return { name: 'JSON', mimeType: 'application/json', value };
  const head = text.slice(0, HEAD_LENGTH);
  const lines = head.split('\n', MAX_LINES + 1);
  // The last line may be cut.
  const wholeLines = lines.length > 1 ? lines.slice(0, -1) : lines;
  return (
    sniffJson(text, head) ??
    sniffJsonLines(wholeLines) ??
    (isCsv(wholeLines) ? { name: 'CSV', mimeType: 'text/csv' } : undefined) ??
    (isMarkdown(head) ? { name: 'Markdown', mimeType: 'text/markdown' } : undefined) ?? {
      name: 'plain text',
      mimeType: 'text/plain',
    }
  );
}

function sniffJson(text: string, head: string): TextFormat | undefined {
  const first = /^\s*([[{])/.exec(head)?.[1];
  const last = /([\]}])\s*$/.exec(text.slice(-100))?.[1];
  if (`${first}${last}` !== '{}' && `${first}${last}` !== '[]') return undefined;
  const isPartial = text.length > MAX_PARSED_LENGTH;
  const value = parseJson(isPartial ? completeJsonPrefix(head) : text);
  if (value === undefined) return undefined;
  return { name: 'JSON', mimeType: 'application/json', value, isPartial };
}

function sniffJsonLines(lines: readonly string[]): TextFormat | undefined {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length < 2) return undefined;
  const value = filled.map((line) => (/^\s*[[{]/.test(line) ? parseJson(line) : undefined));
  if (value.includes(undefined)) return undefined;
  return { name: 'JSONL', mimeType: 'application/x-ndjson', value };
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** At least three lines, all with the same number of the same separator outside quotes. */
function isCsv(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  return [',', '\t', ';'].some((separator) => {
    const [columns, ...others] = lines.map((line) => countColumns(line, separator));
    return columns !== undefined && columns > 1 && others.every((count) => count === columns);
  });
}

function countColumns(line: string, separator: string): number {
  return line.replace(/"[^"]*"/g, '').split(separator).length;
}

const MARKDOWN_SIGNS = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^ {0,3}[-*] \S/m,
  /^\|[^\n]*\|\s*$/m,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
];

function isMarkdown(head: string): boolean {
  return MARKDOWN_SIGNS.filter((sign) => sign.test(head)).length >= 2;
}
