import { fromObject, type ScopeSource } from './scope-source.ts';

/** Start of the name of every server that a plugin contributes. */
export const PLUGIN_PREFIX = 'plugin:';

/** Servers of plugins, in the order of the plugins. */
export const readPluginScope: ScopeSource = async ({ plugins, project }) => ({
  candidates: plugins.flatMap(({ plugin, root, file, entries, variables }) =>
    fromObject(
      Object.fromEntries(
        Object.entries(entries).map(([name, entry]) => [
          `${PLUGIN_PREFIX}${plugin}:${name}`,
          entry,
        ]),
      ),
      { label: file, file },
      { scope: 'plugin', directory: root, workingDirectory: project.root, variables },
    ),
  ),
  diagnostics: [],
});
