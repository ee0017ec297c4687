import { join } from 'node:path';
import { ensurePrivateDirectory } from '@toolpool/foundation/files';
import type { PluginContext } from '../contract/plugin-definition.ts';
import type { PluginLocation } from '../find/find-plugin.ts';
import { pluginNotFound } from '../plugin-errors.ts';
import { importPlugin } from '../read/import-plugin.ts';
import { isInProcess, type PluginContent } from '../read/plugin-content.ts';
import { readManifest } from '../read/read-manifest.ts';
import { checkEntryPaths } from './check-entry-paths.ts';
import { prepareInProcessServers, registeredName } from './in-process-servers.ts';
import type { LoadedPlugin, LoadPluginOptions } from './load-plugin.ts';
import { pluginVariables } from './plugin-variables.ts';
import { resolveUserConfig } from './user-config.ts';

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
