import type {
  DynamicServers,
  LoadedServers,
  PluginContribution,
  SettingSource,
} from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { ServerConfig } from '../schema/server-config.ts';

export interface LoadServerConfigsOptions {
  /** Where the search for the project starts. */
  readonly cwd: string;
  /** The project itself, instead of a search for it. */
  readonly projectRoot?: string;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default of {@link resolvePaths} */
  readonly paths?: ToolpoolPaths;
  /** Each is a path, JSON text, or servers built by a program; a later one wins over an earlier. */
  readonly dynamic?: readonly (string | DynamicServers)[];
  readonly plugins?: readonly PluginContribution[];
  /** Who may grant approvals; `project` approves its servers for this run. @default user and local */
  readonly settingSources?: readonly SettingSource[];
  /** Loads the `dynamic` scope alone. @default false */
  readonly strict?: boolean;
  /**
   * Approves project servers for this run. Counts only when the user's own settings have
   * `skipDangerousModePermissionPrompt: true`. @default false
   */
  readonly skipPermissions?: boolean;
  /** Approves single project servers for this run; a rejection still wins. */
  readonly approveForThisRun?: (server: {
    readonly name: string;
    readonly config: ServerConfig;
  }) => boolean;
}

/**
 * Finds every configured server and decides which may run. Starts, dials and expands nothing: one bad
 * entry costs that entry, one bad file costs that file, and each is reported.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_SYNTAX` or
 *   `TOOLPOOL_CONFIG_INVALID` for a `dynamic` file or text that cannot be read;
 *   `TOOLPOOL_CONFIG_HOME_REFUSED` as {@link resolvePaths}
 */
export async function loadServerConfigs(options: LoadServerConfigsOptions): Promise<LoadedServers> {
  throw new Error(`not built ${options}`);
}
