import type { PluginContribution } from '@toolpool/config';
import type { UserConfigValues } from '../contract/plugin-definition.ts';
import { findPlugin } from '../find/find-plugin.ts';
import type { InProcessServerFactory } from './in-process-servers.ts';

export interface LoadPluginOptions {
  /** Folder that relative references and package names are looked up from. */
  readonly cwd: string;
  readonly projectRoot: string;
  /** Folder in which each plugin has a data folder of its own name. */
  readonly dataDirectory: string;
  /** Gives the user's values for the settings of a plugin, by its name. @default none */
  readonly userConfig?: (plugin: string) => UserConfigValues | Promise<UserConfigValues>;
}

/** A plugin that was read; no server of it was started. */
export interface LoadedPlugin {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  /** The package's name, or the folder. */
  readonly source: string;
  /** The plugin's folder, links resolved. */
  readonly root: string;
  /** What to give to `loadServerConfigs`. */
  readonly contribution: PluginContribution;
  /** The servers that run in the host's process, by registered name; each is made once. */
  readonly inProcessServers: Readonly<Record<string, InProcessServerFactory>>;
}

/**
 * Loads the plugin that the caller named: a folder (by path, relative to `cwd`) or an installed package.
 *
 * A folder with `plugin.json` or `.mcp.json` is only read. Else its entry module is imported, which
 * runs its code: naming the plugin is the consent to that.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_NOT_FOUND`, `TOOLPOOL_PLUGIN_INVALID`,
 *   `TOOLPOOL_FILE_UNREADABLE`, or `TOOLPOOL_FILE_WRITE_FAILED` for its data folder
 */
export async function loadPlugin(
  reference: string,
  options: LoadPluginOptions,
): Promise<LoadedPlugin> {
  const location = await findPlugin(reference, options.cwd);
  // Plugins import this package for definePlugin alone: what reads them loads when it is needed.
  const { loadPluginAt } = await import('./load-plugin-at.ts');
  return await loadPluginAt(location, options);
}
