/** Where this user's files are. */
export interface ToolpoolPaths {
  /** Servers of the `user` scope. */
  readonly userServers: string;
  readonly settings: string;
  readonly stateDirectory: string;
  /** Servers of the `local` scope, by the real path of their project. */
  readonly localServers: string;
  readonly approvals: string;
  readonly authDirectory: string;
  readonly resultsDirectory: string;
  readonly pluginsDirectory: string;
}

export interface ResolvePathsOptions {
  /** The real environment; never values that a project file set. */
  readonly env: NodeJS.ProcessEnv;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /** @default of the environment, else of the operating system */
  readonly homeDirectory?: string;
  /** Folders that a variable puts inside this project are refused. */
  readonly projectRoot?: string;
}

/**
 * Finds the user's folders: all under `TOOLPOOL_HOME` when it is set, else the platform's folders
 * for configuration, state and caches.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_HOME_REFUSED` when a variable puts them inside the project
 */
export function resolvePaths(options: ResolvePathsOptions): ToolpoolPaths {
  throw new Error(`not built ${options}`);
}
