import type { ObjectNode, ValueNode } from '@humanwhocodes/momoa';
import { rangeOf } from './range-of.ts';

/** How a text is laid out, so that what is added looks like the rest. */
export interface TextStyle {
  readonly newline: string;
  /** One step of indentation. */
  readonly indent: string;
}

export function detectStyle(text: string, root: ValueNode): TextStyle {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const first = root.type === 'Object' ? root.members[0] : undefined;
  const indent = first && ownLineIndent(text, rangeOf(first).start);
  return { newline, indent: indent || '  ' };
}

/** The white space before an offset that begins its line; `undefined` when something else does. */
export function ownLineIndent(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return text.lastIndexOf('\n', offset - 1) !== -1 && before.trim() === '' ? before : undefined;
}

/** The white space that the line of an object's opening brace begins with. */
export function lineIndent(text: string, node: ObjectNode): string {
  const lineStart = text.lastIndexOf('\n', rangeOf(node).start - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
}

/** A value over several lines, the first of which stands where the text already is. */
export function printBlock(value: unknown, indentation: string, style: TextStyle): string {
  const lines = JSON.stringify(value, undefined, style.indent).split('\n');
  return lines.join(style.newline + indentation);
}
