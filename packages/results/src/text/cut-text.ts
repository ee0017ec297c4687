import { estimateTokens } from '../measure/estimate-tokens.ts';

/** The part of a cut text, from its end, in which a line's end is worth cutting at. */
const LINE_SHARE = 0.2;

/** Longest visible character, in UTF-16 units, that is kept whole. */
const CHARACTER_LENGTH = 64;

/** The longest prefix, in UTF-16 units, whose estimate is at most `tokens`. */
export function fitLength(text: string, tokens: number): number {
  let low = 0;
  // No text has more than four units in a token.
  let high = Math.min(text.length, Math.max(0, Math.floor(tokens)) * 4);
  if (estimateTokens(text.slice(0, high)) <= tokens) return high;
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle;
  }
  return low;
}

/** At most `length` UTF-16 units of the text: whole lines where one ends near, else whole characters. */
export function cutText(text: string, length: number): string {
  if (length >= text.length) return text;
  const line = text.lastIndexOf('\n', length);
  if (line > length * (1 - LINE_SHARE)) return text.slice(0, line);
  return text.slice(0, findCharacterStart(text, length));
}

function findCharacterStart(text: string, at: number): number {
  const start = Math.max(0, at - CHARACTER_LENGTH);
  const near = text.slice(start, at + CHARACTER_LENGTH);
  const segment = new Intl.Segmenter().segment(near).containing(at - start);
  return start + (segment?.index ?? 0);
}
