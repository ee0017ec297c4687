import type { ServerConfig } from '@toolpool/config';
import { matchesPattern } from '@toolpool/tool-core';

/**
 * Makes the filter of a server's `tools.include` and `tools.exclude`: globs on the server's own tool
 * names, where `*` is any text and `?` one character. Exclusion wins.
 */
export function createToolFilter({ tools }: ServerConfig): (toolName: string) => boolean {
  if (!tools) return () => true;
  const { include, exclude = [] } = tools;
  return (name) => {
    if (exclude.some((glob) => matchesPattern(glob, name))) return false;
    return include === undefined || include.some((glob) => matchesPattern(glob, name));
  };
}
