import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { invalidPlugin } from '../plugin-errors.ts';

/**
 * Resolves a path of a plugin against its root and follows links; `undefined` when nothing is there.
 *
 * @param root the plugin's folder, links resolved
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID` when the path leaves the root
 */
export async function resolveInside(
  root: string,
  path: string,
  named: { readonly file: string; readonly field: string },
): Promise<string | undefined> {
  const outside = () =>
    invalidPlugin(named.file, `leaves the plugin's folder: ${JSON.stringify(path)}.`, {
      field: named.field,
      hint: "Keep every file of the plugin inside the plugin's folder.",
    });
  const target = resolve(root, path);
  if (!isInside(root, target)) throw outside();
  const real = await realpath(target).catch(() => undefined);
  if (real !== undefined && !isInside(root, real)) throw outside();
  return real;
}

function isInside(root: string, path: string): boolean {
  const [first] = relative(root, path).split(sep);
  // On Windows the relative path to another drive is absolute.
  return first !== '..' && !/^[a-z]:$/i.test(first ?? '');
}
