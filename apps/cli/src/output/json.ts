import type { OutputStream } from '../io.ts';

/**
 * Characters that JSON may hold as they are, and that a terminal obeys or a reader cannot see: C1
 * controls, bidirectional and zero-width marks, line separators, tag characters.
 */
const UNPRINTABLE =
  /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g;

/**
 * Writes one JSON document and a line feed: indented on a terminal, on one line for programs.
 * No value is changed, yet nothing a terminal would obey gets out: it is written as `\u....`.
 */
export function writeJson(stream: OutputStream, value: unknown): void {
  const text = JSON.stringify(value, undefined, stream.isTTY ? 2 : undefined);
  stream.write(`${text.replace(UNPRINTABLE, escapeUnits)}\n`);
}

function escapeUnits(characters: string): string {
  return characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
