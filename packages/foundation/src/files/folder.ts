import { chmod, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolpoolError } from '../errors.ts';
import { errnoOf, fileError } from './file-error.ts';

const STICKY = 0o1000;

/**
 * Creates a folder that only this user can enter (0700), with its parents. One that is there
 * already loses the permissions of others.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_WRITE_FAILED`, also when it belongs to another user or is
 *   shared by all, as `/tmp` is (the sticky bit says so)
 */
export async function ensurePrivateDirectory(path: string): Promise<void> {
  try {
    await createFolders(path, 0o700);
    const { mode, uid } = await stat(path);
    const user = process.getuid?.() ?? uid;
    if (uid !== user && user !== 0) throw refused(path, 'belongs to another user');
    if ((mode & STICKY) !== 0) throw refused(path, 'is shared by all users');
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(path, mode & 0o700);
  } catch (error) {
    if (ToolpoolError.isInstance(error)) throw error;
    const code = 'TOOLPOOL_FILE_WRITE_FAILED';
    throw fileError('Could not create the folder', { code, path, cause: error });
  }
}

/** Creates a folder and its parents so that they outlive a power failure. */
export async function createFolders(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  const top = dirname(first);
  for (let folder = dirname(path); folder.length >= top.length; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === top) return;
  }
}

/** Makes renames and new names in a folder outlive a power failure, where the system can. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems cannot sync a folder.
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(errnoOf(error) ?? '')) throw error;
  } finally {
    await folder.close();
  }
}

function refused(path: string, why: string): ToolpoolError {
  return new ToolpoolError(`The folder ${path} ${why}.`, {
    code: 'TOOLPOOL_FILE_WRITE_FAILED',
    hint: 'Choose a folder of your own, or remove it.',
    data: { path },
  });
}
