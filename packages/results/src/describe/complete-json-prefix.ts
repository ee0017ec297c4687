/** Deeper prefixes are not completed. */
const MAX_DEPTH = 200;

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/** A string, closed or not, or one character of structure; other characters mean nothing here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[\]{},]/gs;

/**
 * Turns the beginning of a JSON text into a whole one: what comes after a comma near
 * its end is dropped, and what is open is closed.
 *
 * @returns `undefined` when there is no such comma; of a text that is no JSON, perhaps no JSON
 */
export function completeJsonPrefix(prefix: string): string | undefined {
  const open: string[] = [];
  let kept: Cut | undefined;
  for (const { 0: token, index } of prefix.matchAll(TOKEN)) {
    if (open.length > MAX_DEPTH) break;
    if (token === ',') kept = chooseCut(kept, { index, prefix, open });
    const closing = CLOSING.get(token);
    if (closing !== undefined) open.unshift(closing);
    else if (token === '}' || token === ']') open.shift();
  }
  return kept && prefix.slice(0, kept.end) + kept.closing;
}

interface Cut {
  readonly end: number;
  readonly closing: string;
  readonly depth: number;
  readonly isLate: boolean;
}

interface Comma {
  readonly index: number;
  readonly prefix: string;
  readonly open: readonly string[];
}

/** The last comma that is least deep, once half of the prefix is there: it ends a whole item. */
function chooseCut(kept: Cut | undefined, { index, prefix, open }: Comma): Cut {
  if (kept?.isLate && kept.depth < open.length) return kept;
  const isLate = index >= prefix.length / 2;
  return { end: index, closing: open.join(''), depth: open.length, isLate };
}
