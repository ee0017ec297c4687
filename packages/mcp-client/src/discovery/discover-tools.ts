import { type McpToolDefinition, readMcpToolDefinition } from '@toolpool/tool-core';
import type { ConnectedServer } from '../connection/connection.ts';
import { showName } from '../show-name.ts';
import { type DiscoverOptions, listSource, oncePerConnection } from './discover-options.ts';
import { listPages } from './list-pages.ts';

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
  for (const item of items) {
    const reading = readMcpToolDefinition(item);
    if ('problem' in reading) {
      report(reading.problem);
      continue;
    }
    const { name } = reading.definition;
    for (const note of reading.notes) report(note);
    if (found.has(name)) report(`The tool "${showName(name)}" is in its list twice.`);
    else found.set(name, reading.definition);
  }
  return { tools: [...found.values()], problems: reported };
});
