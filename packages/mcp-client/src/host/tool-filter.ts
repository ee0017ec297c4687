import type { ServerConfig } from '@toolpool/config';
import { matchesPattern } from '@toolpool/tool-core';

const IDE_TOOLS: ReadonlySet<string> = new Set(['executeCode', 'getDiagnostics']);

/**
 * Makes the filter of a server's `tools.include` and `tools.exclude`: globs on the server's own tool
 * names, where `*` is any text and `?` one character. Exclusion wins. Of the tools of an IDE, known by
 * its transport, most are for its own extension: two are offered.
 */
export function createToolFilter({ type, tools }: ServerConfig): (toolName: string) => boolean {
  const isIde = type === 'sse-ide' || type === 'ws-ide';
  const isListed = createListFilter(tools);
  return isIde ? (name) => IDE_TOOLS.has(name) && isListed(name) : isListed;
}

function createListFilter(tools: ServerConfig['tools']): (toolName: string) => boolean {
  if (!tools) return () => true;
  const { include, exclude = [] } = tools;
  return (name) => {
    if (exclude.some((glob) => matchesPattern(glob, name))) return false;
    return include === undefined || include.some((glob) => matchesPattern(glob, name));
  };
}
