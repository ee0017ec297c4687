import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type McpToolDefinition,
  type McpToolReading,
  readMcpToolDefinition,
} from '@toolpool/tool-core';
import type { ConnectedServer } from '../connection/connection.ts';
import { showName } from '../show-name.ts';
import { type DiscoverOptions, listSource, oncePerConnection } from './discover-options.ts';
import { listPages } from './list-pages.ts';

// Tools read in one turn: a long list must not keep other servers waiting.
const SLICE = 500;

export interface ToolList {
  readonly tools: readonly McpToolDefinition[];
  /** What was wrong with the list or single tools, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Lists all tools of a server; none when it declares none. A malformed tool costs only itself; of
 * two with one name the first is kept.
 *
 * @throws {@link ToolpoolError} as {@link Session.request}
 */
export const discoverTools: (
  connection: ConnectedServer,
  options?: DiscoverOptions,
) => Promise<ToolList> = oncePerConnection(async (connection, options) => {
  if (!connection.capabilities.tools) return { tools: [], problems: [] };
  const list = { method: 'tools/list', member: 'tools' };
  const { items, problems } = await listPages(listSource(connection, list, options));
  const found = new Map<string, McpToolDefinition>();
  const reported = [...problems];
  const report = (problem: string) => reported.push(`Server "${connection.name}": ${problem}`);
  for (const [index, item] of items.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    const reading = readMcpToolDefinition(item);
    if ('problem' in reading) report(reading.problem);
    else addTool(reading, found, report);
  }
  return { tools: [...found.values()], problems: reported };
});

function addTool(
  { definition, notes }: Extract<McpToolReading, { readonly notes: unknown }>,
  found: Map<string, McpToolDefinition>,
  report: (problem: string) => void,
): void {
  const { name } = definition;
  for (const note of notes) report(note);
  if (found.has(name)) report(`The tool "${showName(name)}" is in its list twice.`);
  else found.set(name, definition);
}
