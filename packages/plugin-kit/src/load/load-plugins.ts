import { ToolpoolError } from '@toolpool/foundation/errors';
import { findPlugin } from '../find/find-plugin.ts';
import type { LoadedPlugin, LoadPluginOptions } from './load-plugin.ts';

/** A plugin that could not be loaded. */
export interface PluginFailure {
  readonly reference: string;
  readonly error: ToolpoolError;
}

export interface LoadedPlugins {
  readonly plugins: readonly LoadedPlugin[];
  readonly failures: readonly PluginFailure[];
}

/**
 * Loads several plugins in the order given; one that fails costs itself only. A plugin that is named
 * twice is loaded once; the second of two different plugins with one name is a failure.
 */
export async function loadPlugins(
  references: readonly string[],
  options: LoadPluginOptions,
): Promise<LoadedPlugins> {
  const plugins = new Map<string, LoadedPlugin>();
  const failures: PluginFailure[] = [];
  for (const reference of references) {
    try {
      const location = await findPlugin(reference, options.cwd);
      if ([...plugins.values()].some(({ root }) => root === location.root)) continue;
      const { loadPluginAt } = await import('./load-plugin-at.ts');
      const plugin = await loadPluginAt(location, options);
      const other = plugins.get(plugin.name);
      if (other !== undefined) throw sameName(plugin, other);
      plugins.set(plugin.name, plugin);
    } catch (error) {
      if (!ToolpoolError.isInstance(error)) throw error;
      failures.push({ reference, error });
    }
  }
  return { plugins: [...plugins.values()], failures };
}

function sameName(plugin: LoadedPlugin, other: LoadedPlugin): ToolpoolError {
  return new ToolpoolError(
    `Two plugins are called "${plugin.name}": ${other.root} and ${plugin.root}.`,
    { code: 'TOOLPOOL_PLUGIN_INVALID', hint: 'Rename one of them, or use one at a time.' },
  );
}
