import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { PROJECT_FILE } from './locate-project.ts';

interface RefuseOptions {
  /** The folders that would be used. */
  readonly chosen: readonly string[];
  /** The ones that the platform gives without any variable. */
  readonly own: readonly string[];
  readonly projectRoot: string;
  readonly home: string;
}

/**
 * Refuses user folders that a variable puts inside the project: whoever wrote the project could have
 * put approvals there (CVE-2025-61260). The home folder is no project, nor is an unmarked parent of it.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_HOME_REFUSED`
 */
export function refuseInsideProject({ chosen, own, projectRoot, home }: RefuseOptions): void {
  const root = realPath(projectRoot);
  const realHome = realPath(home);
  if (root === realHome || (isInside(realHome, root) && !isMarked(root))) return;
  const inside = chosen.find((folder) => !own.includes(folder) && isInside(realPath(folder), root));
  if (inside === undefined) return;
  throw new ToolpoolError(`The folder ${inside} for settings lies inside the project ${root}.`, {
    code: 'TOOLPOOL_CONFIG_HOME_REFUSED',
    hint: 'Point the variable (TOOLPOOL_HOME, XDG_CONFIG_HOME and the like) to a folder outside the project.',
  });
}

function isMarked(root: string): boolean {
  return existsSync(join(root, PROJECT_FILE)) || existsSync(join(root, '.git'));
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path;
}

/** Real path of what may not exist yet: of its nearest parent that does. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
