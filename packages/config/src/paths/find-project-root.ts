import { homeDirectoryOf } from './home-directory.ts';
import { locateProject } from './locate-project.ts';

/**
 * Finds the real path of the nearest folder upwards from `cwd` that has `.mcp.json` or `.git`, else of
 * `cwd` itself. The home folder ends the search: it is never a project.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` when `cwd` does not exist
 */
export async function findProjectRoot(cwd: string): Promise<string> {
  const { root } = await locateProject({ cwd, homeDirectory: homeDirectoryOf(process.env) });
  return root;
}
