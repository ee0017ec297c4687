import { findHiddenCharacters, type McpToolDefinition } from '@toolpool/tool-core';
import { showName } from '../show-name.ts';
import type { ServerLists } from './server-lists.ts';

const known = new WeakMap<readonly McpToolDefinition[], readonly string[]>();

/**
 * Names the tools whose schemas hide characters from people, one sentence each. Looked for when
 * somebody asks, once per list: it takes longer than all the rest of listing.
 */
export function hiddenCharacterProblems(server: string, { tools }: ServerLists): readonly string[] {
  if (!tools) return [];
  let problems = known.get(tools);
  if (!problems) {
    problems = tools.flatMap((tool) => {
      const [place] = findHiddenCharacters(tool.inputSchema);
      if (place === undefined) return [];
      return `Server "${server}": the tool "${showName(tool.name)}" hides characters in its schema at ${place}.`;
    });
    known.set(tools, problems);
  }
  return problems;
}
