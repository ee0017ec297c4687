export interface WriteFileOptions {
  /** Permission bits of a new file; an existing file keeps its own. @default 0o644 */
  readonly mode?: number;
}

/**
 * Replaces a file so that a reader, or a crash at any instant, sees the old or the new content:
 * exclusive temporary file in the same folder, fsync, rename, fsync of the folder. A symbolic link
 * is followed to its target first, so that the link stays a link.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_WRITE_FAILED`; the old file is intact
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteFileOptions = {},
): Promise<void> {
  throw new Error(`not built: ${path} ${data} ${options}`);
}

/** Creates a folder that only this user can enter (0700), with its parents. */
export async function ensurePrivateDirectory(path: string): Promise<void> {
  throw new Error(`not built: ${path}`);
}

/**
 * Reads a UTF-8 file; `undefined` when there is none.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE` for a directory, a pipe, a link loop,
 *   missing permission, or more than `maxBytes` (default 16 MiB)
 */
export async function readTextFile(path: string, maxBytes?: number): Promise<string | undefined> {
  throw new Error(`not built: ${path} ${maxBytes}`);
}
