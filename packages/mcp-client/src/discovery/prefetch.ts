import type { ConfiguredServer } from '@toolpool/config';
import { connectToServer } from '../connection/connect-to-server.ts';
import type { SettledConnection } from '../connection/connection.ts';
import type { ConnectOptions } from '../connection/connection-cache.ts';
import type { DiscoverOptions } from './discover-options.ts';
import { discoverPrompts } from './discover-prompts.ts';
import { discoverResources, discoverResourceTemplates } from './discover-resources.ts';
import { discoverTools } from './discover-tools.ts';

/**
 * Connects servers as {@link connectToServer} does, all at once within the limits that hold there, and
 * asks each for all its lists as soon as it is connected: later calls of {@link discoverTools} and its
 * siblings find them there. Resolves to the connections in the order given. Never rejects: a list that
 * fails is asked for again by whoever wants it.
 */
export async function prefetch(
  servers: readonly ConfiguredServer[],
  options: ConnectOptions & DiscoverOptions = {},
): Promise<readonly SettledConnection[]> {
  return Promise.all(servers.map((server) => prefetchOne(server, options)));
}

async function prefetchOne(
  server: ConfiguredServer,
  options: ConnectOptions & DiscoverOptions,
): Promise<SettledConnection> {
  const connection = await connectToServer(server.name, server, options);
  if (connection.type !== 'connected') return connection;
  const { timeoutMs } = options;
  await Promise.allSettled([
    discoverTools(connection, { timeoutMs }),
    discoverResources(connection, { timeoutMs }),
    discoverResourceTemplates(connection, { timeoutMs }),
    discoverPrompts(connection, { timeoutMs }),
  ]);
  return connection;
}
