import { quoteForApproval } from '@toolpool/foundation/text';
import type { FieldDifference, ToolDifference } from '@toolpool/tool-core';
import type { Paint } from '../output/paint.ts';

/** What is shown around the part of a text that differs, in UTF-16 units. */
const AROUND = 60;
const LONGEST = 2000;

/** Shows what differs exactly, character by character, so that a person can judge it. */
export function formatDifferences(
  server: string,
  differences: readonly ToolDifference[],
  paint: Paint,
): string {
  const lines = differences.flatMap(({ tool, change, fields }) => [
    `  ${paint.bold(quoteForApproval(tool))} ${paint.yellow(change)}`,
    ...fields.flatMap(formatField),
  ]);
  return `${[paint.bold(quoteForApproval(server)), ...lines].join('\n')}\n`;
}

function formatField({ field, from, to }: FieldDifference): string[] {
  const start = from !== undefined && to !== undefined ? commonStart(from, to) : 0;
  const end = from !== undefined && to !== undefined ? commonEnd(from, to, start) : 0;
  const show = (text: string | undefined, sign: string): string[] =>
    text === undefined ? [] : [`      ${sign} ${cut(text, start, text.length - end)}`];
  return [`    ${field}:`, ...show(from, '-'), ...show(to, '+')];
}

function cut(text: string, start: number, end: number): string {
  const from = start > AROUND ? start - AROUND : 0;
  const to = Math.min(text.length - end > AROUND ? end + AROUND : text.length, from + LONGEST);
  const [before, after] = [from > 0 ? '...' : '', to < text.length ? '...' : ''];
  return `${before}"${quoteForApproval(text.slice(from, to))}"${after}`;
}

function commonStart(from: string, to: string): number {
  let length = 0;
  while (length < from.length && from[length] === to[length]) length += 1;
  return length;
}

function commonEnd(from: string, to: string, start: number): number {
  const most = Math.min(from.length, to.length) - start;
  let length = 0;
  while (length < most && from.at(-1 - length) === to.at(-1 - length)) length += 1;
  return length;
}
