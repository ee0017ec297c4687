/** A comment, a string (both perhaps cut off), a run of other characters, or a single one. */
const pattern =
  /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[^\s"/{}[\]]+|\S/g;

export interface Token {
  readonly text: string;
  readonly offset: number;
}

/** Splits JSON with comments into tokens, comments among them; never fails. */
export function* tokenize(text: string): Generator<Token, void, void> {
  for (const { 0: token, index } of text.matchAll(pattern)) yield { text: token, offset: index };
}

export function isComment({ text }: Token): boolean {
  return isLineComment({ text }) || text.startsWith('/*');
}

export function isLineComment({ text }: Pick<Token, 'text'>): boolean {
  return text.startsWith('//');
}
