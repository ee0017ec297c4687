import { canonicalJson } from '@toolpool/foundation/values';
import type { ConfiguredServer, Scope, SetAsideServer, SetAsideStatus } from '../contract.ts';
import { endpointKey } from './endpoint-key.ts';

export interface Merged {
  readonly servers: readonly ConfiguredServer[];
  readonly setAside: readonly SetAsideServer[];
}

/**
 * Lets the whole entry of the highest scope win; fields are never merged. A server of a plugin also
 * gives way to one above it that reaches the same endpoint, and so does a connector.
 *
 * @param runnable highest precedence first
 * @param env what the variables in endpoints stand for
 */
export function mergeScopes(runnable: readonly ConfiguredServer[], env: NodeJS.ProcessEnv): Merged {
  const named = setAsideShadowed(runnable);
  const reached = setAsideSuppressed(named.servers, env);
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

const repeatable: readonly Scope[] = ['plugin', 'claudeai'];

function setAsideSuppressed(named: readonly ConfiguredServer[], env: NodeJS.ProcessEnv): Merged {
  const byEndpoint = new Map<string, ConfiguredServer[]>();
  const servers: ConfiguredServer[] = [];
  const setAside: SetAsideServer[] = [];
  for (const server of named) {
    const endpoint = endpointKey(server, env);
    const above = endpoint === undefined ? [] : (byEndpoint.get(endpoint) ?? []);
    const twin = repeatable.includes(server.scope)
      ? above.find((other) => isSameAccount(server, other))
      : undefined;
    if (twin !== undefined) {
      const reason = `${JSON.stringify(twin.name)} of the ${twin.scope} scope reaches the same endpoint.`;
      setAside.push(putAside(server, 'suppressed', reason));
      continue;
    }
    servers.push(server);
    if (endpoint !== undefined) byEndpoint.set(endpoint, [...above, server]);
  }
  return { servers, setAside };
}

/** Headers of its own may make one URL another account; a server without any has nothing to add. */
function isSameAccount({ config }: ConfiguredServer, other: ConfiguredServer): boolean {
  const headers = 'headers' in config ? config.headers : undefined;
  if (headers === undefined || Object.keys(headers).length === 0) return true;
  return (
    'headers' in other.config && canonicalJson(headers) === canonicalJson(other.config.headers)
  );
}

function putAside(
  { name, scope, source, config }: ConfiguredServer,
  status: SetAsideStatus,
  reason: string,
): SetAsideServer {
  return { name, scope, source, status, reason, config };
}
