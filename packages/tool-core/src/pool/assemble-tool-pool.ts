import { findRule } from '../permissions/match-rules.ts';
import type { PermissionContext } from '../permissions/permission-rules.ts';
import type { Tool } from '../tool/tool.ts';

/**
 * Puts a pool together: without the tools that a deny rule covers, each name once (a built-in tool
 * wins), built-in tools first and then those of MCP servers, each ordered by the UTF-16 units of the
 * name. The same tools give the same pool in whatever order they come.
 */
export function assembleToolPool(
  { rules }: PermissionContext,
  builtInTools: Iterable<Tool>,
  mcpTools: Iterable<Tool>,
): readonly Tool[] {
  const builtIn = collect(builtInTools, rules.deny);
  const mcp = collect(mcpTools, rules.deny);
  for (const name of builtIn.keys()) mcp.delete(name);
  return [...inOrder(builtIn), ...inOrder(mcp)];
}

function collect(
  tools: Iterable<Tool>,
  denyRules: PermissionContext['rules']['deny'],
): Map<string, Tool> {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (findRule(denyRules, tool)) continue;
    const rival = byName.get(tool.name);
    if (!rival || originOf(tool) < originOf(rival)) byName.set(tool.name, tool);
  }
  return byName;
}

/** Decides between two tools of one name, so that their order does not. */
function originOf({ mcpInfo }: Tool): string {
  return JSON.stringify([mcpInfo?.serverName, mcpInfo?.toolName]);
}

function inOrder(tools: ReadonlyMap<string, Tool>): readonly Tool[] {
  const names = Array.from(tools.keys()).sort();
  return names.map((name) => tools.get(name) as Tool);
}
