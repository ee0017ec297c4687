import type { PluginContribution } from '@toolpool/config';
import type { InProcessServer } from './in-process-server.ts';
import type { UserConfigValue } from './plugin-definition.ts';

export interface LoadPluginOptions {
  /** Folder that relative references and package names are looked up from. */
  readonly cwd: string;
  readonly projectRoot: string;
  /** Folder in which each plugin has a data folder of its own name. */
  readonly dataDirectory: string;
  /** The user's values for the plugin's options. @default {} */
  readonly userConfig?: Readonly<Record<string, UserConfigValue>>;
}

/** A plugin that was read: what it contributes, with nothing started. */
export interface LoadedPlugin {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  /** The package's name, or the folder. */
  readonly source: string;
  /** The plugin's folder, links resolved. */
  readonly root: string;
  readonly contribution: PluginContribution;
  /** Makes the in-process servers by registered name, each once. */
  readonly inProcessServers: Readonly<Record<string, () => Promise<InProcessServer>>>;
}

/**
 * Reads the plugin that the caller named: a folder (by path, relative to `cwd`) or an installed package.
 *
 * A folder with `plugin.json` or `.mcp.json` is only read. Else its entry module is imported, which
 * runs its code: naming the plugin is the consent.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_NOT_FOUND`, `TOOLPOOL_PLUGIN_INVALID`
 */
export async function loadPlugin(
  reference: string,
  options: LoadPluginOptions,
): Promise<LoadedPlugin> {
  throw new Error(`not built: ${reference} ${options}`);
}
