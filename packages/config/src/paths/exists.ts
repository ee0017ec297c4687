import { lstat } from 'node:fs/promises';

/**
 * Whether anything stands at a path, a link that leads nowhere included. What cannot be looked at
 * counts as there, so that whoever opens it next reports it.
 */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(String(Reflect.get(Object(error), 'code'))),
  );
}
