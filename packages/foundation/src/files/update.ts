import { ToolpoolError } from '../errors.ts';
import { fileError } from './file-error.ts';
import { type FileLock, lockFile } from './lock.ts';
import { readTextFile } from './read.ts';
import { prepareTarget, type WriteFileOptions, writeFileAtomic } from './write.ts';

/**
 * Reads, changes and replaces a file under a lock between processes; the lock is free again as soon
 * as its holder dies. `change` gets the present text (`undefined`: no file) and returns the new one,
 * or `undefined` to leave the file as it is. It must not update the same file again.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_LOCKED` when one holder kept the lock for 10 s,
 *   `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_FILE_WRITE_FAILED`, and whatever `change` throws; the old
 *   file is intact
 */
export async function updateFile(
  path: string,
  change: (text: string | undefined) => string | undefined | Promise<string | undefined>,
  options: WriteFileOptions = {},
): Promise<void> {
  const target = await asWriteFailure(path, prepareTarget(path, options.mode));
  await inTurn(target, async () => {
    const lock: FileLock = await asWriteFailure(path, lockFile(target));
    try {
      const text = await change(await readTextFile(target));
      if (text !== undefined) await writeFileAtomic(target, text, options);
    } finally {
      await lock.release();
    }
  });
}

const turns = new Map<string, Promise<void>>();

/** Runs one piece of work per path at a time, in order, so that a process never waits for its own lock. */
async function inTurn(path: string, work: () => Promise<void>): Promise<void> {
  const before = turns.get(path);
  const turn = before === undefined ? work() : before.then(work);
  // The next in line waits for the end, whatever it is.
  const settled = turn.catch(() => undefined);
  turns.set(path, settled);
  try {
    await turn;
  } finally {
    if (turns.get(path) === settled) turns.delete(path);
  }
}

async function asWriteFailure<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (ToolpoolError.isInstance(error)) throw error;
    const code = 'TOOLPOOL_FILE_WRITE_FAILED';
    throw fileError('Could not write', { code, path, cause: error });
  }
}
