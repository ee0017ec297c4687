import type { WriteFileOptions } from './write.ts';

/**
 * Reads, changes and replaces a file under a lock between processes; the lock is free again as soon
 * as its holder dies. `change` gets the present text (`undefined`: no file) and returns the new one,
 * or `undefined` to leave the file as it is.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_LOCKED` when the lock was not free within 10 s
 */
export async function updateFile(
  path: string,
  change: (text: string | undefined) => string | undefined | Promise<string | undefined>,
  options: WriteFileOptions = {},
): Promise<void> {
  throw new Error(`not built: ${path} ${change} ${options}`);
}
