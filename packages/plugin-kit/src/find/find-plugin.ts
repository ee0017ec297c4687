import { realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { pluginNotFound } from '../plugin-errors.ts';

/** Where a plugin is. */
export interface PluginLocation {
  /** Its folder, links resolved. */
  readonly root: string;
  /** The package's name, or the folder. */
  readonly source: string;
}

const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;

/**
 * Finds the folder of a plugin. `.`, `./x`, `../x`, an absolute path and `a/b` are folders; any other
 * name is a package that Node would find from `cwd`, or else a folder in `cwd`.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_NOT_FOUND`
 */
export async function findPlugin(reference: string, cwd: string): Promise<PluginLocation> {
  const isPackage = PACKAGE_NAME.test(reference) && !isPath(reference);
  const root = isPackage ? await findPackage(reference, cwd) : undefined;
  if (root !== undefined) return { root, source: reference };
  const folder = resolve(cwd, reference);
  if (await isFolder(folder)) {
    const real = await realpath(folder);
    return { root: real, source: real };
  }
  if (isPackage) {
    throw pluginNotFound(
      `No package "${reference}" is installed for ${cwd}, and there is no folder of that name.`,
      `Install it with: npm install ${reference}. Or give the path of a folder, such as ./${reference}.`,
    );
  }
  throw pluginNotFound(
    `There is no plugin folder ${folder}.`,
    'Give the path of a folder with a plugin.json, a .mcp.json or a package.json, or the name of an installed package.',
  );
}

function isPath(reference: string): boolean {
  return isAbsolute(reference) || /^\.{1,2}(?:[\\/]|$)/.test(reference);
}

async function findPackage(name: string, cwd: string): Promise<string | undefined> {
  // The folders that Node itself would search; not its resolver, which needs an entry for `require`.
  const folders = createRequire(join(cwd, 'plugin.js')).resolve.paths(name) ?? [];
  for (const folder of folders) {
    const root = join(folder, name);
    if (await isFolder(root)) return await realpath(root);
  }
  return undefined;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
