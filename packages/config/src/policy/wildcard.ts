/** Stands for `*` in a pattern, in a form that URL parsers leave alone. */
export const WILDCARD = 'wildcard-7f3a9c';

/** Compares a text with a pattern in which {@link WILDCARD} stands for any text. Linear in both. */
export function matchesWildcards(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split(WILDCARD);
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}
