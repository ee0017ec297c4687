import { buildMcpToolName } from '@toolpool/tool-core';

/** Qualified names longer than a model takes are cut; what is left of the server's part is this long. */
const SURE_PREFIX_LENGTH = 40;

/**
 * The servers that a tool's or prompt's name may belong to: those whose name begins it, as `server/`
 * or as `mcp__server__`. A qualified name is never taken apart, since a server's name may hold `__`.
 * Empty: the name tells nothing, and any server may have it.
 */
export function serversNamedBy<Server extends { readonly name: string }>(
  name: string,
  servers: readonly Server[],
): Server[] {
  return servers.filter((server) => {
    if (name.startsWith(`${server.name}/`)) return true;
    const prefix = buildMcpToolName(server.name, '').slice(0, SURE_PREFIX_LENGTH);
    return name.startsWith(prefix);
  });
}
