import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { scanBrackets } from './scan-brackets.ts';

/** Counted from 1; columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface JsoncDocument {
  readonly root: ValueNode;
  /** Without the byte-order mark. Offsets of nodes count in it. */
  readonly text: string;
  /** The byte-order mark, or nothing. */
  readonly mark: string;
}

const MARK = '\uFEFF';

/**
 * Parses JSON with comments, trailing commas and a byte-order mark.
 *
 * @param label what the error calls the text, such as the path of its file
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_SYNTAX` with `line` and `column` in its data
 */
export function parseJsonc(input: string, label: string): JsoncDocument {
  const mark = input.startsWith(MARK) ? MARK : '';
  const text = input.slice(mark.length);
  const { tooDeep, unclosed, last } = scanBrackets(text);
  if (tooDeep !== undefined) {
    throw syntaxError(label, positionAt(text, tooDeep), 'brackets nest too deep here');
  }
  try {
    const { body } = parse(text, { mode: 'jsonc', ranges: true, allowTrailingCommas: true });
    return { root: body, text, mark };
  } catch (cause) {
    const offset: unknown = Reflect.get(Object(cause), 'offset');
    if (typeof offset !== 'number') throw cause;
    if (unclosed !== undefined && offset >= last) throw endsEarly(text, unclosed, label);
    throw syntaxError(label, positionAt(text, offset), describeCharacter(text, offset));
  }
}

function endsEarly(text: string, unclosed: number, label: string): ToolpoolError {
  const { line, column } = positionAt(text, unclosed);
  const problem = `the text ends before the "${text[unclosed]}" of line ${line}, column ${column} is closed`;
  return syntaxError(label, positionAt(text, text.length), problem);
}

/** Quotes one character only: more could be part of a secret that lacks its quotes. */
function describeCharacter(text: string, offset: number): string {
  if (text.trim() === '') return 'the text is empty';
  const [character] = text.slice(offset);
  return character === undefined || offset >= text.trimEnd().length
    ? 'the text ends too early'
    : `unexpected ${JSON.stringify(character)}`;
}

function syntaxError(label: string, { line, column }: Position, problem: string): ToolpoolError {
  return new ToolpoolError(`${label}, line ${line}, column ${column}: ${problem}.`, {
    code: 'TOOLPOOL_CONFIG_SYNTAX',
    hint: 'Correct the JSON there; comments and trailing commas are fine.',
    data: { line, column },
  });
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const line = before.split(/\r\n|\n|\r/);
  return { line: line.length, column: (line.at(-1) ?? '').length + 1 };
}
