import type { ConfiguredServer } from '../contract.ts';
import type { ServerConfig } from '../schema/server-config.ts';

export interface ExpandedServer {
  /** With values filled in and every path absolute. */
  readonly config: ServerConfig;
  /** The values filled in, for masking. */
  readonly secrets: readonly string[];
  /** SHA-256 of what the values made of the launch; changes when one of them does. */
  readonly digest: string;
}

/**
 * Fills in the values of a server's references, once, right before it is started or dialled.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_VARIABLE_MISSING`, `TOOLPOOL_CONFIG_REFERENCE_INVALID`,
 *   `TOOLPOOL_CONFIG_INVALID` for a value that makes no URL or command, or
 *   `TOOLPOOL_SERVER_NOT_CONFIGURED` for a URL that is empty
 */
export async function expandServerConfig(
  server: ConfiguredServer,
  { env }: { readonly env: NodeJS.ProcessEnv },
): Promise<ExpandedServer> {
  throw new Error(`not built ${server} ${env}`);
}
