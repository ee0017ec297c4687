import { join, resolve } from 'node:path';
import { userFilesOf } from '../import/host-files.ts';
import { importSources } from '../import/import-source.ts';
import type { LoadServerConfigsOptions } from '../load/load-server-configs.ts';
import { homeDirectoryOf } from '../paths/home-directory.ts';
import { PROJECT_FILE } from '../paths/locate-project.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { projectSettingsFiles } from '../settings/project-settings-files.ts';

/** Lists every file that a load looks at, whether it is there or not. */
export function watchedFiles(
  options: LoadServerConfigsOptions & { readonly env: NodeJS.ProcessEnv },
  paths: ToolpoolPaths,
  projectRoot: string,
): readonly string[] {
  const { cwd, env, dynamic = [], plugins = [] } = options;
  const homeDirectory = homeDirectoryOf(env);
  const hosts = importSources.flatMap((source) => userFilesOf(source, { env, homeDirectory }));
  const own = Object.values(paths).filter((path) => path.endsWith('.json'));
  const named = dynamic.flatMap((source) =>
    typeof source === 'string' && !source.trimStart().startsWith('{') ? [resolve(cwd, source)] : [],
  );
  return [
    ...new Set([
      ...own,
      join(projectRoot, PROJECT_FILE),
      ...projectSettingsFiles.map((name) => join(projectRoot, name)),
      ...named,
      ...plugins.map(({ file }) => file),
      ...hosts.map(({ path }) => path),
    ]),
  ];
}
