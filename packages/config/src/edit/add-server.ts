import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { ServerChange } from './server-change.ts';

/** A scope whose file this user may edit. */
export type EditableScope = 'local' | 'project' | 'user';

export interface EditServersOptions {
  /** Real path of the project. */
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
}

export interface AddServerOptions extends EditServersOptions {
  readonly scope: EditableScope;
  readonly name: string;
  /** Written as it is, with the keys that no schema knows. */
  readonly entry: unknown;
  /** Replaces an entry of the same name. @default false */
  readonly force?: boolean;
}

/**
 * Writes one entry into a scope's file, and leaves every other byte of it as it was.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_EXISTS`; `TOOLPOOL_CONFIG_SYNTAX` when the file cannot be
 *   parsed, which is then left alone; `TOOLPOOL_CONFIG_INVALID`, `TOOLPOOL_SERVER_UNSUPPORTED_TYPE`
 *   or `TOOLPOOL_CONFIG_REFERENCE_INVALID` for an entry that could not be read back
 */
export async function addServer(options: AddServerOptions): Promise<ServerChange> {
  throw new Error(`not built ${options}`);
}
