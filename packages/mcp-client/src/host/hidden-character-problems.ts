import { findHiddenCharacters, type McpToolDefinition } from '@toolpool/tool-core';
import { showName } from '../show-name.ts';
import type { HostedServer } from './hosted-server.ts';

const known = new WeakMap<readonly McpToolDefinition[], readonly string[]>();

/**
 * Names the tools whose schemas hide characters from people, one sentence each. Looked for when
 * somebody asks, once per list: it takes longer than all the rest of listing.
 */
export function hiddenCharacterProblems({ name, lists }: HostedServer): readonly string[] {
  const { tools } = lists;
  if (!tools) return [];
  let problems = known.get(tools);
  if (!problems) {
    problems = tools.flatMap((tool) => {
      const [place] = findHiddenCharacters(tool.inputSchema);
      if (place === undefined) return [];
      return `Server "${name}": the tool "${showName(tool.name)}" hides characters in its schema at ${place}.`;
    });
    known.set(tools, problems);
  }
  return problems;
}
