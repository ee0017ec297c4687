import { type LoadedPlugin, type LoadPluginOptions, loadPlugin } from './load-plugin.ts';

export interface PluginFailure {
  readonly reference: string;
  readonly error: Error;
}

export interface LoadedPlugins {
  readonly plugins: readonly LoadedPlugin[];
  readonly failures: readonly PluginFailure[];
}

/**
 * Loads several plugins, in the order given; one that fails costs itself only. A plugin named twice is
 * loaded once; two plugins of one name are a failure of the second.
 */
export async function loadPlugins(
  references: readonly string[],
  options: LoadPluginOptions,
): Promise<LoadedPlugins> {
  throw new Error(`not built: ${references} ${options} ${loadPlugin}`);
}
