import type { ConfiguredServer, LoadedServers, SetAsideServer } from '@toolpool/config';
import { compareText } from '@toolpool/foundation/values';

/** One server as `list` shows it; `null` where there is nothing to tell. */
export interface ServerRow {
  readonly name: string;
  readonly scope: string;
  readonly source: string;
  readonly transport: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly serverInfo: { readonly name: string; readonly version: string } | null;
  readonly protocolVersion: string | null;
  readonly tools: number | null;
  readonly prompts: number | null;
  readonly resources: number | null;
  readonly durationMs: number | null;
}

/** Rows of every entry, connected to nothing: what may run is `pending`. In the order of names. */
export function rowsOf({ servers, setAside }: LoadedServers): ServerRow[] {
  return [...servers.map(rowOfConfigured), ...setAside.map(rowOfSetAside)].sort((a, b) =>
    compareText(a.name, b.name),
  );
}

/** The row of a server that may run and was not connected yet. */
function rowOfConfigured({ name, scope, source, config }: ConfiguredServer): ServerRow {
  return { ...EMPTY, name, scope, source: source.label, transport: config.type };
}

function rowOfSetAside(server: SetAsideServer): ServerRow {
  const { name, scope, source, status, reason, config } = server;
  const transport = config?.type ?? null;
  return { ...EMPTY, name, scope, source: source.label, transport, status, reason };
}

const EMPTY = {
  name: '',
  scope: '',
  source: '',
  transport: null,
  status: 'pending',
  reason: null,
  serverInfo: null,
  protocolVersion: null,
  tools: null,
  prompts: null,
  resources: null,
  durationMs: null,
};
