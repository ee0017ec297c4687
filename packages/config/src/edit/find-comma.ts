import { isComment, tokenize } from '../read/tokens.ts';

/** Offset of the comma between two offsets that have nothing but it, comments and white space between them. */
export function findComma(text: string, start: number, end: number): number | undefined {
  for (const token of tokenize(text.slice(start, end))) {
    if (!isComment(token)) return start + token.offset;
  }
  return undefined;
}
