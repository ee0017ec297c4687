import type { PluginContext } from '../contract/plugin-definition.ts';
import type { PluginContent } from '../read/plugin-content.ts';

/**
 * Values of the placeholders that a plugin's entries may use. An optional setting without a value is
 * empty; a required one has no value, so that the server that uses it is misconfigured and says which.
 */
export function pluginVariables(
  { pluginRoot, dataDirectory, projectRoot, userConfig }: PluginContext,
  options: PluginContent['userConfig'],
): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  // Plugins written for another host of this field use its prefix.
  for (const prefix of ['TOOLPOOL', 'CLAUDE']) {
    variables[`${prefix}_PLUGIN_ROOT`] = pluginRoot;
    variables[`${prefix}_PLUGIN_DATA`] = dataDirectory;
    variables[`${prefix}_PROJECT_DIR`] = projectRoot;
  }
  for (const [key, option] of Object.entries(options)) {
    const value = userConfig[key];
    if (value !== undefined) variables[`user_config.${key}`] = String(value);
    else if (!option.required) variables[`user_config.${key}`] = '';
  }
  return variables;
}
