import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { exists } from './exists.ts';

export interface Project {
  /** Real path. */
  readonly root: string;
  /** `.mcp.json` of the project; absent when the root is the home folder, which is never a project. */
  readonly serversFile?: string;
}

/** Name of the file that a project keeps its servers in. */
export const PROJECT_FILE = '.mcp.json';

export interface LocateProjectOptions {
  readonly cwd: string;
  readonly homeDirectory: string;
  /** The project itself, instead of a search for it. */
  readonly projectRoot?: string;
}

/**
 * Finds the project: the nearest folder upwards from `cwd` that has `.mcp.json` or `.git`, else `cwd`
 * itself. The search ends at the home folder. Nothing in the folders is read.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` when the folder does not exist
 */
export async function locateProject(options: LocateProjectOptions): Promise<Project> {
  const { cwd, projectRoot } = options;
  const home = await realpath(options.homeDirectory).catch(() => resolve(options.homeDirectory));
  const start = await realFolder(resolve(cwd, projectRoot ?? '.'));
  const root = projectRoot === undefined ? await searchUpwards(start, home) : start;
  return root === home ? { root } : { root, serversFile: join(root, PROJECT_FILE) };
}

async function searchUpwards(start: string, home: string): Promise<string> {
  for (let folder = start; folder !== home; folder = dirname(folder)) {
    if (await marksProject(folder)) return folder;
    if (folder === dirname(folder)) return start;
  }
  return start;
}

async function marksProject(folder: string): Promise<boolean> {
  const [servers, repository] = await Promise.all([
    exists(join(folder, PROJECT_FILE)),
    exists(join(folder, '.git')),
  ]);
  return servers || repository;
}

async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new ToolpoolError(`The folder ${path} does not exist.`, {
      code: 'TOOLPOOL_USAGE',
      hint: 'Name an existing folder as the project.',
      cause,
    });
  }
}
