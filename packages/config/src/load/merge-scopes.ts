import type { ConfiguredServer, SetAsideServer, SetAsideStatus } from '../contract.ts';
import { endpointKey } from './endpoint-key.ts';

export interface Merged {
  readonly servers: readonly ConfiguredServer[];
  readonly setAside: readonly SetAsideServer[];
}

/**
 * Lets the whole entry of the highest scope win; fields are never merged. A server of a plugin also
 * gives way to one above it that reaches the same endpoint.
 *
 * @param runnable highest precedence first
 */
export function mergeScopes(runnable: readonly ConfiguredServer[]): Merged {
  const named = setAsideShadowed(runnable);
  const reached = setAsideSuppressed(named.servers);
  return { servers: reached.servers, setAside: [...named.setAside, ...reached.setAside] };
}

function setAsideShadowed(runnable: readonly ConfiguredServer[]): Merged {
  const byName = new Map<string, ConfiguredServer>();
  const setAside = runnable.flatMap((server) => {
    const winner = byName.get(server.name);
    if (winner === undefined) {
      byName.set(server.name, server);
      return [];
    }
    const reason = `The ${winner.scope} scope has a server of this name (${winner.source.label}).`;
    return putAside(server, 'shadowed', reason);
  });
  return { servers: [...byName.values()], setAside };
}

function setAsideSuppressed(named: readonly ConfiguredServer[]): Merged {
  const byEndpoint = new Map<string, ConfiguredServer>();
  const servers: ConfiguredServer[] = [];
  const setAside: SetAsideServer[] = [];
  for (const server of named) {
    const endpoint = endpointKey(server);
    const twin = endpoint === undefined ? undefined : byEndpoint.get(endpoint);
    if (twin !== undefined && server.scope === 'plugin') {
      const reason = `${JSON.stringify(twin.name)} of the ${twin.scope} scope reaches the same endpoint.`;
      setAside.push(putAside(server, 'suppressed', reason));
      continue;
    }
    servers.push(server);
    if (endpoint !== undefined && twin === undefined) byEndpoint.set(endpoint, server);
  }
  return { servers, setAside };
}

function putAside(
  { name, scope, source, config }: ConfiguredServer,
  status: SetAsideStatus,
  reason: string,
): SetAsideServer {
  return { name, scope, source, status, reason, config };
}
