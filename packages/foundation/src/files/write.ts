import { constants, type Stats } from 'node:fs';
import {
  access,
  type FileHandle,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf, fileError } from './file-error.ts';
import { createFolders, syncFolder } from './folder.ts';
import { sweepTemporaryFiles, temporaryName } from './temporary-name.ts';

export interface WriteFileOptions {
  /** Permission bits of a new file; an existing file keeps its own. @default 0o644 */
  readonly mode?: number;
}

/**
 * Replaces a file so that a reader, or a crash at any instant, sees the old or the new content:
 * exclusive temporary file in the same folder, fsync, rename, fsync of the folder. A symbolic link
 * is followed to its target first, so that the link stays a link. Missing folders are created.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_WRITE_FAILED`; the old file is intact
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  { mode = 0o644 }: WriteFileOptions = {},
): Promise<void> {
  try {
    const target = await prepareTarget(path, mode);
    await replace(target, data, mode);
  } catch (error) {
    const code = 'TOOLPOOL_FILE_WRITE_FAILED';
    throw fileError('Could not write', { code, path, cause: error });
  }
}

/** Where a write to `path` ends: behind all links, in a folder that exists. */
export async function prepareTarget(path: string, mode = 0o644): Promise<string> {
  const target = await followLinks(resolve(path));
  const isPrivate = (mode & 0o077) === 0;
  await createFolders(dirname(target), isPrivate ? 0o700 : 0o777);
  return join(await realpath(dirname(target)), basename(target));
}

const MAX_LINKS = 40;

/** Unlike `realpath` it also follows a link whose target is missing. */
async function followLinks(path: string, links = 0): Promise<string> {
  const stats = await statsOf(path);
  if (!stats?.isSymbolicLink()) return path;
  if (links === MAX_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
  const folder = await realpath(dirname(path));
  return followLinks(resolve(folder, await readlink(path)), links + 1);
}

async function replace(target: string, data: string | Uint8Array, mode: number): Promise<void> {
  const existing = await statsOf(target);
  if (existing !== undefined) await assertReplaceable(target, existing);
  const folder = dirname(target);
  await sweepTemporaryFiles(folder);
  const temporary = join(folder, temporaryName());
  const file = await open(temporary, 'wx', existing === undefined ? mode : 0o600);
  try {
    await fill(file, data, existing);
    await renameOver(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

async function fill(
  file: FileHandle,
  data: string | Uint8Array,
  existing: Stats | undefined,
): Promise<void> {
  try {
    if (existing !== undefined) {
      // Only root can give a file away; for others it becomes their own.
      await file.chown(existing.uid, existing.gid).catch(() => undefined);
      await file.chmod(existing.mode & 0o777);
    }
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename would also replace a pipe, a device, or a file that was made read-only. */
async function assertReplaceable(target: string, existing: Stats): Promise<void> {
  if (existing.isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
  if (!existing.isFile()) throw new Error('it is not a regular file');
  await access(target, constants.W_OK);
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      // On Windows a virus scanner or a reader holds a file for a moment.
      const isBusy = ['EPERM', 'EACCES', 'EBUSY'].includes(errnoOf(error) ?? '');
      if (process.platform !== 'win32' || !isBusy || attempt === 10) throw error;
      await delay(attempt * 10);
    }
  }
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
