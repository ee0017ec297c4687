export { definePlugin } from './define-plugin.ts';
export type { InProcessServer, InProcessTransport } from './in-process-server.ts';
export { type LoadedPlugin, type LoadPluginOptions, loadPlugin } from './load-plugin.ts';
export { type LoadedPlugins, loadPlugins, type PluginFailure } from './load-plugins.ts';
export type {
  InProcessServerName,
  PluginContext,
  PluginDefinition,
  PluginServerEntry,
  PluginServers,
  UserConfigOption,
  UserConfigValue,
} from './plugin-definition.ts';
