/** Tells whether `text` fits a pattern in which each `*` stands for any characters. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [start = '', ...inner] = pattern.split('*');
  const end = inner.pop();
  if (end === undefined) return pattern === text;
  const limit = text.length - end.length;
  if (limit < start.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let from = start.length;
  for (const part of inner) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > limit) return false;
    from = at + part.length;
  }
  return true;
}
