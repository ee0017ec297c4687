import { isComment, tokenize } from './tokens.ts';

/** How deep brackets may nest: far beyond any server entry, far below any stack. */
const MAX_DEPTH = 100;

const closers: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

export interface BracketScan {
  /** Offset of the first bracket that nests too deep. */
  readonly tooDeep?: number;
  /** Offset of the innermost bracket still open at the end of the text. */
  readonly unclosed?: number;
  /** Offset of the last token that is no comment. */
  readonly last: number;
}

/** Walks over JSON with comments once, without recursion: the parser itself would overflow the stack. */
export function scanBrackets(text: string): BracketScan {
  const open: { readonly offset: number; readonly closer: string }[] = [];
  let last = 0;
  for (const token of tokenize(text)) {
    if (isComment(token)) continue;
    last = token.offset;
    const closer = closers.get(token.text);
    if (closer !== undefined && open.push({ offset: last, closer }) > MAX_DEPTH) {
      return { tooDeep: last, last };
    }
    if (isCloser(token.text) && open.pop()?.closer !== token.text) return { last };
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? { last } : { unclosed: unclosed.offset, last };
}

function isCloser(token: string): boolean {
  return token === '}' || token === ']';
}
