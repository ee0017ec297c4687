import type { ServerConfig } from '@toolpool/config';

/**
 * Makes the filter of a server's `tools.include` and `tools.exclude`: globs on the server's own tool
 * names, where `*` is any text and `?` one character. Exclusion wins.
 */
export function createToolFilter({ tools }: ServerConfig): (toolName: string) => boolean {
  if (!tools) return () => true;
  const { include, exclude = [] } = tools;
  return (name) => {
    if (exclude.some((glob) => matchesGlob(glob, name))) return false;
    return include === undefined || include.some((glob) => matchesGlob(glob, name));
  };
}

/** Linear in practice: on a mismatch only the last `*` is tried one character further on. */
function matchesGlob(glob: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let position = 0;
  while (position < text.length) {
    if (glob[at] === '*') {
      star = at++;
      resume = position;
    } else if (glob[at] === '?' || glob[at] === text[position]) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++resume;
    } else {
      return false;
    }
  }
  while (glob[at] === '*') at++;
  return at === glob.length;
}
