import { join } from 'node:path';
import type { PluginContribution } from '@toolpool/config';
import { ensurePrivateDirectory } from '@toolpool/foundation/files';
import type { PluginContext, UserConfigValues } from '../contract/plugin-definition.ts';
import { findPlugin, type PluginLocation } from '../find/find-plugin.ts';
import { pluginNotFound } from '../plugin-errors.ts';
import { importPlugin } from '../read/import-plugin.ts';
import { isInProcess, type PluginContent } from '../read/plugin-content.ts';
import { readManifest } from '../read/read-manifest.ts';
import { checkEntryPaths } from './check-entry-paths.ts';
import {
  type InProcessServerFactory,
  prepareInProcessServers,
  registeredName,
} from './in-process-servers.ts';
import { pluginVariables } from './plugin-variables.ts';
import { resolveUserConfig } from './user-config.ts';

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
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_NOT_FOUND`, `TOOLPOOL_PLUGIN_INVALID`
 */
export async function loadPlugin(
  reference: string,
  options: LoadPluginOptions,
): Promise<LoadedPlugin> {
  const location = await findPlugin(reference, options.cwd);
  return await loadPluginAt(location, options);
}

/** Loads a plugin from where it was found. */
export async function loadPluginAt(
  { root, source }: PluginLocation,
  { projectRoot, dataDirectory, userConfig }: LoadPluginOptions,
): Promise<LoadedPlugin> {
  const content = (await readManifest(root)) ?? (await importPlugin(root));
  if (content === undefined) {
    throw pluginNotFound(
      `The folder ${root} holds no plugin.`,
      'A plugin has a plugin.json, a .mcp.json, or a package.json whose module default-exports definePlugin(...).',
    );
  }
  const { name, version, description, file, entries } = content;
  checkEntryPaths(file, entries);
  const settings = resolveUserConfig(content.userConfig, (await userConfig?.(name)) ?? {});
  const context: PluginContext = {
    pluginRoot: root,
    dataDirectory: join(dataDirectory, name),
    projectRoot,
    userConfig: settings.values,
  };
  if (JSON.stringify(entries).includes('_PLUGIN_DATA}')) {
    await ensurePrivateDirectory(context.dataDirectory);
  }
  const variables = pluginVariables(context, content.userConfig);
  return {
    name,
    version,
    ...(description === undefined ? {} : { description }),
    source,
    root,
    contribution: { plugin: name, root, file, entries: registerEntries(content), variables },
    inProcessServers: prepareInProcessServers(content, context, settings.missing),
  };
}

/** In-process entries get the name under which the host finds their server. */
function registerEntries({ name, entries }: PluginContent): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(entries).map(([server, entry]) => [
      server,
      isInProcess(entry) ? { ...entry, name: registeredName(name, server) } : entry,
    ]),
  );
}
