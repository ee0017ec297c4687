import { canonicalJson } from '@toolpool/foundation/values';
import type { ConfiguredServer, LoadedServers } from '../contract.ts';

/** How the servers that may run differ from before. */
export interface ServerDifference {
  readonly added: readonly ConfiguredServer[];
  readonly changed: readonly {
    readonly before: ConfiguredServer;
    readonly after: ConfiguredServer;
  }[];
  readonly removed: readonly ConfiguredServer[];
}

/** Compares what would be started and how it is treated; the place in the file does not matter. */
export function compareLoads(before: LoadedServers, after: LoadedServers): ServerDifference {
  const old = new Map(before.servers.map((server) => [server.name, server]));
  const names = new Set(after.servers.map(({ name }) => name));
  const changed = after.servers.flatMap((server) => {
    const previous = old.get(server.name);
    const isSame = previous === undefined || textOf(previous) === textOf(server);
    return isSame ? [] : [{ before: previous, after: server }];
  });
  return {
    added: after.servers.filter(({ name }) => !old.has(name)),
    changed,
    removed: before.servers.filter(({ name }) => !names.has(name)),
  };
}

function textOf({ source, ...server }: ConfiguredServer): string {
  return canonicalJson([server, source.file, source.label]);
}

/** Tells whether two loads would look the same to a person. */
export function isSameLoad(left: LoadedServers, right: LoadedServers): boolean {
  return lookOf(left) === lookOf(right);
}

function lookOf({ servers, setAside, diagnostics }: LoadedServers): string {
  return canonicalJson({ servers, setAside, diagnostics });
}
