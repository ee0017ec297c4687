import type { LoadedServers } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Tool } from '@toolpool/tool-core';
import type { OpenHost } from '../compose/with-host.ts';
import { findByName, suggestName } from './find-by-name.ts';
import { whyMissing } from './why-missing.ts';

/**
 * Finds the tool that a name means in the pool of a host whose servers have settled.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TOOL_UNKNOWN`, `TOOLPOOL_TOOL_AMBIGUOUS`, or why the server
 *   that has it, or might have it, cannot be used
 */
export function findTool(name: string, { host, pins }: OpenHost, loaded: LoadedServers): Tool {
  const items = host.toolPool().map((tool) => ({
    tool,
    qualifiedName: tool.name,
    server: tool.mcpInfo?.serverName ?? null,
    ownName: tool.mcpInfo?.toolName ?? tool.name,
  }));
  const found = findByName(name, items, 'TOOLPOOL_TOOL_AMBIGUOUS');
  if (found) return found.tool;
  throw (
    pins.findBlocked(name) ??
    whyMissing(name, host.connections(), loaded) ??
    new ToolpoolError(`There is no tool "${name}".`, {
      code: 'TOOLPOOL_TOOL_UNKNOWN',
      hint: suggestName(name, items) ?? 'See toolpool tools.',
    })
  );
}
