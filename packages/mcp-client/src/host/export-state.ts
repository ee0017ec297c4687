import type { ConfiguredServer, SetAsideServer } from '@toolpool/config';
import { compareText } from '@toolpool/foundation/values';
import {
  inputJsonSchemaOf,
  type JsonSchema,
  normalizeNameForMcp,
  type Tool,
} from '@toolpool/tool-core';
import type { MCPServerConnection } from '../connection/connection.ts';
import type { Resource } from '../discovery/discover-resources.ts';
import type { ServerCapabilities, ServerInfo } from '../session/session.ts';
import type { HostedServer } from './hosted-server.ts';
import { maskConfig } from './mask-config.ts';

interface ClientState {
  readonly name: string;
  readonly type: MCPServerConnection['type'];
  readonly capabilities?: ServerCapabilities;
  readonly serverInfo?: ServerInfo;
  /** Why it is not connected, or what was wrong with its lists. */
  readonly reason?: string;
}

interface ToolState {
  readonly name: string;
  readonly description: string;
  readonly inputJSONSchema: JsonSchema;
  readonly isMcp: boolean;
  /** The server's own name; absent for built-in tools. */
  readonly originalToolName?: string;
}

/** A host as plain JSON: unexpanded configs, no secrets. */
export interface HostState {
  readonly clients: readonly ClientState[];
  readonly configs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly tools: readonly ToolState[];
  readonly resources: Readonly<Record<string, readonly (Resource & { readonly server: string })[]>>;
  /** What servers are called inside qualified names, and what they are really called. */
  readonly normalizedNames: Readonly<Record<string, string>>;
}

export interface StateSources {
  readonly servers: readonly HostedServer[];
  readonly setAside: readonly SetAsideServer[];
  readonly pool: readonly Tool[];
}

/** Describes a host, every list in the order of names. */
export function exportState({ servers, setAside, pool }: StateSources): HostState {
  const running = new Set(servers.map(({ name }) => name));
  // A name can be both: an entry that runs, and one of a lower scope that it shadows.
  const others = setAside.filter(({ name }) => !running.has(name));
  const clients = [...servers.map(toClient), ...others.map(toDisabledClient)];
  const known = [...servers.map(({ server }) => server), ...others];
  return {
    clients: clients.sort((a, b) => compareText(a.name, b.name)),
    configs: recordOf(known, toConfigState),
    tools: pool.map(toTool),
    resources: recordOf(servers, ({ name, lists }) =>
      lists.resources?.length
        ? lists.resources.map((resource) => ({ ...resource, server: name }))
        : undefined,
    ),
    normalizedNames: Object.fromEntries(
      known.map(({ name }) => [normalizeNameForMcp(name), name]).reverse(),
    ),
  };
}

function toClient({ name, connection, lists }: HostedServer): ClientState {
  const { type } = connection;
  if (connection.type === 'connected') {
    const { capabilities, serverInfo } = connection;
    const reason = lists.problems.join(' ');
    return { name, type, capabilities, serverInfo, ...(reason && { reason }) };
  }
  const reason = reasonOf(connection);
  return { name, type, ...(reason && { reason }) };
}

/** Why a server is not connected, as a sentence; nothing while it is being connected. */
function reasonOf(connection: MCPServerConnection): string | undefined {
  if (connection.type === 'failed') return connection.error.message;
  return 'reason' in connection ? connection.reason : undefined;
}

function toDisabledClient({ name, reason }: SetAsideServer): ClientState {
  return { name, type: 'disabled', reason };
}

function toConfigState({ scope, config }: ConfiguredServer | SetAsideServer) {
  return config && { ...maskConfig(config), scope };
}

function toTool(tool: Tool): ToolState {
  const { name, isMcp, mcpInfo } = tool;
  return {
    name,
    description: tool.description(),
    inputJSONSchema: inputJsonSchemaOf(tool),
    isMcp,
    ...(mcpInfo && { originalToolName: mcpInfo.toolName }),
  };
}

function recordOf<Item extends { readonly name: string }, Value>(
  items: readonly Item[],
  toValue: (item: Item) => Value | undefined,
): Record<string, Value> {
  const entries = items.flatMap((item): [string, Value][] => {
    const value = toValue(item);
    return value === undefined ? [] : [[item.name, value]];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}
