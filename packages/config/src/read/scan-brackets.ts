/** How deep brackets may nest: far beyond any server entry, far below any stack. */
const MAX_DEPTH = 100;

/** A comment, a string (both perhaps cut off), a run of other characters, or a single one. */
const tokens = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[^\s"/{}[\]]+|\S/g;

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
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (isComment(token)) continue;
    last = index;
    const closer = closers.get(token);
    if (closer !== undefined && open.push({ offset: index, closer }) > MAX_DEPTH) {
      return { tooDeep: index, last };
    }
    if (isCloser(token) && open.pop()?.closer !== token) return { last };
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? { last } : { unclosed: unclosed.offset, last };
}

function isComment(token: string): boolean {
  return token.startsWith('//') || token.startsWith('/*');
}

function isCloser(token: string): boolean {
  return token === '}' || token === ']';
}
