export { definePlugin } from './contract/define-plugin.ts';
export type { InProcessServer, InProcessTransport } from './contract/in-process-server.ts';
export type {
  InProcessServerName,
  PluginContext,
  PluginDefinition,
  PluginServerEntry,
  PluginServers,
  UserConfigOption,
  UserConfigValue,
  UserConfigValues,
} from './contract/plugin-definition.ts';
export type { InProcessServerFactory } from './load/in-process-servers.ts';
export { type LoadedPlugin, type LoadPluginOptions, loadPlugin } from './load/load-plugin.ts';
export { type LoadedPlugins, loadPlugins, type PluginFailure } from './load/load-plugins.ts';
