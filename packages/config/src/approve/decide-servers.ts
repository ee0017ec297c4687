import type { ServerChange } from '../edit/server-change.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { ServerConfig } from '../schema/server-config.ts';

/** A project server as it was shown to the user. */
export interface ShownServer {
  readonly name: string;
  readonly config: ServerConfig;
}

export interface DecideServersOptions {
  /** Real path of the project. */
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
}

/** Approves project servers exactly as they were shown: any change of the launch asks again. */
export async function approveServers(
  servers: readonly ShownServer[],
  options: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  throw new Error(`not built ${servers} ${options}`);
}

/** Rejects project servers by name, whatever they launch. */
export async function rejectServers(
  servers: readonly ShownServer[],
  options: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  throw new Error(`not built ${servers} ${options}`);
}
