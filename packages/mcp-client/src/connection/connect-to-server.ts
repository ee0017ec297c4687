import type { ConfiguredServer } from '@toolpool/config';
import type { SettledConnection } from './connection.ts';
import { ConnectionCache, type ConnectOptions } from './connection-cache.ts';

let shared: ConnectionCache | undefined;

/**
 * Connects a server, or gives the connection of an earlier call with the same name, config and
 * expanded values; ten calls at once make one connection. Never rejects: whatever goes wrong is the
 * state it resolves to. Connections made here belong to this process; those of a host are its own.
 */
export function connectToServer(
  name: string,
  server: ConfiguredServer,
  options: ConnectOptions = {},
): Promise<SettledConnection> {
  shared ??= new ConnectionCache(options.env ?? process.env);
  return shared.connect({ ...server, name }, options);
}

/**
 * Closes the connection that {@link connectToServer} made, or is making, and drops what was
 * discovered through it. Never rejects and never opens a connection.
 */
export async function clearServerCache(name: string, server: ConfiguredServer): Promise<void> {
  await shared?.clear({ ...server, name });
}
