import type { PluginDefinition, PluginServers } from './plugin-definition.ts';

/** Returns the definition as it is; `createServers` must return every entry of type `sdk`. */
export function definePlugin<const Servers extends PluginServers>(
  definition: PluginDefinition<Servers>,
): PluginDefinition<Servers> {
  return definition;
}
