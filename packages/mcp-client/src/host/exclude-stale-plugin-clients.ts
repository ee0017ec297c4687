import type { ConfiguredServer, Scope } from '@toolpool/config';
import type { Tool } from '@toolpool/tool-core';
import type { MCPServerConnection } from '../connection/connection.ts';
import type { Command } from '../discovery/discover-prompts.ts';
import type { Resource } from '../discovery/discover-resources.ts';

/** Connections with everything that came through them. */
export interface ClientsState {
  readonly clients: readonly MCPServerConnection[];
  readonly tools: readonly Tool[];
  readonly commands: readonly Command[];
  /** By the server's name. */
  readonly resources: Readonly<Record<string, readonly Resource[]>>;
}

/** Scopes whose servers are gone once nobody names them any more. */
const PASSING_SCOPES: readonly Scope[] = ['dynamic', 'plugin'];

/**
 * Parts a state from the servers that are out of date: those of the dynamic or plugin scope that the
 * configs no longer name, and those whose hash has changed, with their tools, commands and resources.
 * `stale` lists them for the caller to close; everything else stays as it is.
 */
export function excludeStalePluginClients<State extends ClientsState>(
  state: State,
  configs: readonly ConfiguredServer[],
): State & { readonly stale: readonly MCPServerConnection[] } {
  const fresh = new Map(configs.map((server) => [server.name, server]));
  const isStale = ({ name, server }: MCPServerConnection) => {
    const config = fresh.get(name);
    return config ? config.hash !== server.hash : PASSING_SCOPES.includes(server.scope);
  };
  const stale = state.clients.filter(isStale);
  const names = new Set(stale.map(({ name }) => name));
  const resources = Object.entries(state.resources).filter(([server]) => !names.has(server));
  return {
    ...state,
    clients: state.clients.filter((client) => !stale.includes(client)),
    tools: state.tools.filter(({ mcpInfo }) => !mcpInfo || !names.has(mcpInfo.serverName)),
    commands: state.commands.filter(({ server }) => !names.has(server)),
    resources: Object.fromEntries(resources),
    stale,
  };
}
