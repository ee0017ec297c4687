import { compareText } from '@toolpool/foundation/values';
import type { ConfiguredServer, LoadedServers, Scope, SetAsideServer } from '../contract.ts';

const precedence: readonly Scope[] = [
  'enterprise',
  'managed',
  'dynamic',
  'local',
  'project',
  'user',
  'plugin',
  'claudeai',
];

/** The files of servers that a load could not read. */
export function badFilesOf({ diagnostics }: LoadedServers): ReadonlySet<string> {
  return new Set(
    diagnostics.flatMap(({ severity, file, server }) =>
      severity === 'error' && file !== undefined && server === undefined ? [file] : [],
    ),
  );
}

/**
 * Lets the servers of files that have turned bad stay as they were, unless the gate refuses them by
 * now or a higher scope has taken their name. The diagnostics of the bad files stay.
 */
export async function keepLastGood(
  before: LoadedServers,
  after: LoadedServers,
): Promise<LoadedServers> {
  const bad = badFilesOf(after);
  const isKept = ({ source }: ConfiguredServer | SetAsideServer) =>
    source.file !== undefined && bad.has(source.file);
  const servers = new Map(after.servers.map((server) => [server.name, server]));
  const refused: SetAsideServer[] = [];
  for (const server of before.servers.filter(isKept)) {
    const rival = servers.get(server.name);
    if (rival !== undefined && rank(rival) <= rank(server)) continue;
    const verdict = await after.mayConnect(server);
    if (verdict.allowed) servers.set(server.name, server);
    else {
      const { name, scope, source, config } = server;
      const { status, reason, code } = verdict;
      refused.push({ name, scope, source, config, status, reason, code });
    }
  }
  const setAside = [...after.setAside, ...before.setAside.filter(isKept), ...refused];
  return { ...after, servers: byName([...servers.values()]), setAside: byName(setAside) };
}

function rank({ scope }: ConfiguredServer): number {
  return precedence.indexOf(scope);
}

function byName<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((left, right) => compareText(left.name, right.name));
}
