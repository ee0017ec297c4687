import { createHash } from 'node:crypto';
import { canonicalJson } from '@toolpool/foundation/values';
import type { ServerConfig } from '../schema/server-config.ts';
import { launchEntries } from './launch-fields.ts';

/**
 * SHA-256, in hexadecimal, over the fields that decide what is started or dialled, unexpanded. The
 * order of keys never matters; timeouts and other treatment are not part of it.
 */
export function hashServerConfig(config: ServerConfig): string {
  return hashValue(Object.fromEntries(launchEntries(config)));
}

/** SHA-256, in hexadecimal, of a JSON value whatever the order of its keys. */
export function hashValue(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
