import type { EditableScope, EditServersOptions } from './add-server.ts';
import type { ServerChange } from './server-change.ts';

export interface RemoveServerOptions extends EditServersOptions {
  readonly name: string;
  /** @default the only scope that has the name */
  readonly scope?: EditableScope;
}

/**
 * Removes one entry from a scope's file, and leaves every other byte of it as it was.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`; `TOOLPOOL_SERVER_AMBIGUOUS` when several scopes
 *   have the name; `TOOLPOOL_CONFIG_SYNTAX` when a file cannot be parsed, which is then left alone
 */
export async function removeServer(options: RemoveServerOptions): Promise<ServerChange> {
  throw new Error(`not built ${options}`);
}
