/**
 * Tells whether `text` fits a pattern in which each `*` stands for any characters and each `?` for one.
 * Linear in practice: on a mismatch only the last `*` is tried one character further on.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let position = 0;
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = position;
    } else if (pattern[at] === '?' || pattern[at] === text[position]) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
