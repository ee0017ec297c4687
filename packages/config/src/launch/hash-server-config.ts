import type { ServerConfig } from '../schema/server-config.ts';

/**
 * SHA-256, in hexadecimal, over the fields that decide what is started or dialled, unexpanded. The
 * order of keys never matters; timeouts and other treatment are not part of it.
 */
export function hashServerConfig(config: ServerConfig): string {
  throw new Error(`not built ${config}`);
}
