import type { ConfiguredServer } from '@toolpool/config';
import type { McpToolDefinition } from '@toolpool/tool-core';
import type { ToolList } from '../reading/read-tools.ts';

/** What a host is told about the tools that a server lists. */
export interface PinVerdict {
  /** Names of the tools that are not the ones the user knows. No allow rule holds for them. */
  readonly changed: ReadonlySet<string>;
  /** Also keeps them out of the pool. */
  readonly block: boolean;
  /** What the user should know, one sentence each. */
  readonly problems: readonly string[];
}

/** Knows the tools that servers had before. */
export interface DefinitionPins {
  /** Is asked about each list of tools before any of it is offered. Must not reject. */
  readonly check: (
    server: ConfiguredServer,
    tools: readonly McpToolDefinition[],
  ) => Promise<PinVerdict>;
}

/** The list as it may be offered: what is not known any more is marked, or left out. */
export async function comparePins(
  { tools, problems }: ToolList,
  server: ConfiguredServer,
  pins: DefinitionPins,
): Promise<ToolList> {
  const verdict = await pins.check(server, tools);
  const isChanged = (tool: McpToolDefinition) => verdict.changed.has(tool.name);
  return {
    tools: verdict.block
      ? tools.filter((tool) => !isChanged(tool))
      : tools.map((tool) => (isChanged(tool) ? { ...tool, changedSincePinned: true } : tool)),
    problems: [...problems, ...verdict.problems],
  };
}
