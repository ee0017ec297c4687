/** Deeper prefixes are not completed. */
const MAX_DEPTH = 200;

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/** A string, closed or not, or one character of structure; other characters mean nothing here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[\]{},]/gs;

/**
 * Turns the beginning of a JSON text into a whole one: what comes after its last comma between
 * values is dropped, and what is open is closed.
 *
 * @returns `undefined` when there is no such comma; of a text that is no JSON, perhaps no JSON
 */
export function completeJsonPrefix(prefix: string): string | undefined {
  const open: string[] = [];
  let kept: { readonly end: number; readonly closing: string } | undefined;
  for (const { 0: token, index } of prefix.matchAll(TOKEN)) {
    if (open.length > MAX_DEPTH) break;
    if (token === ',') kept = { end: index, closing: open.join('') };
    const closing = CLOSING.get(token);
    if (closing !== undefined) open.unshift(closing);
    else if (token === '}' || token === ']') open.shift();
  }
  return kept && prefix.slice(0, kept.end) + kept.closing;
}
