import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { homeDirectoryOf } from '../paths/home-directory.ts';
import { localServersPath } from '../paths/local-servers-path.ts';
import { PROJECT_FILE } from '../paths/locate-project.ts';
import { refuseOutsideProject } from '../paths/refuse-outside-project.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';

/** A scope whose file this user may edit. */
export type EditableScope = 'local' | 'project' | 'user';

export interface EditServersOptions {
  /** Real path of the project. */
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
}

/** Where the servers of a scope are written. */
export interface ServersFile {
  readonly scope: EditableScope;
  readonly file: string;
  /** Permission bits of the file when it is new: the user's own files are for the user alone. */
  readonly mode: number;
  /** Keys that lead to the servers inside the file. */
  readonly at: readonly string[];
}

/**
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` for a project in the home folder, which nobody would read;
 *   `TOOLPOOL_FILE_UNREADABLE` for a link out of the project
 */
export async function locateServersFile(
  scope: EditableScope,
  { projectRoot, paths }: EditServersOptions,
): Promise<ServersFile> {
  switch (scope) {
    case 'local': {
      const at = [...localServersPath(projectRoot), 'mcpServers'];
      return { scope, file: paths.localServers, mode: 0o600, at };
    }
    case 'user':
      return { scope, file: paths.userServers, mode: 0o600, at: ['mcpServers'] };
    case 'project': {
      if (await isHome(projectRoot)) throw homeIsNoProject(projectRoot);
      const file = join(projectRoot, PROJECT_FILE);
      await refuseOutsideProject(file, projectRoot);
      return { scope, file, mode: 0o644, at: ['mcpServers'] };
    }
  }
}

async function isHome(folder: string): Promise<boolean> {
  const home = homeDirectoryOf(process.env);
  return folder === (await realpath(home).catch(() => home));
}

function homeIsNoProject(folder: string): ToolpoolError {
  return new ToolpoolError(`The home folder ${folder} is never a project.`, {
    code: 'TOOLPOOL_USAGE',
    hint: 'Use the user scope for servers of every project, or go to a project.',
  });
}
