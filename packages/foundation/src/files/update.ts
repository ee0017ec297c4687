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
  await withFileLock(path, options, async (target) => {
    const text = await change(await readTextFile(target));
    if (text !== undefined) await writeFileAtomic(target, text, options);
  });
}

export interface FileLockOptions extends WriteFileOptions {
  /** How long one other holder may keep the lock. Milliseconds. @default 10_000 */
  readonly maxWaitMs?: number;
}

/**
 * Does work on a file, which need not be there, under the lock of {@link updateFile}: for work that
 * does more than replace its text. `work` gets the path behind all links, in a folder that exists.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_LOCKED`, `TOOLPOOL_FILE_WRITE_FAILED`, and whatever
 *   `work` throws
 */
export async function withFileLock<T>(
  path: string,
  { mode, maxWaitMs }: FileLockOptions,
  work: (target: string) => Promise<T>,
): Promise<T> {
  const target = await asWriteFailure(path, prepareTarget(path, mode));
  return await inTurn(target, async () => {
    const lock: FileLock = await asWriteFailure(path, lockFile(target, maxWaitMs));
    try {
      return await work(target);
    } finally {
      await lock.release();
    }
  });
}

const turns = new Map<string, Promise<unknown>>();

/** Runs one piece of work per path at a time, in order, so that a process never waits for its own lock. */
async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(path);
  const turn = before === undefined ? work() : before.then(work);
  // The next in line waits for the end, whatever it is.
  const settled = turn.catch(() => undefined);
  turns.set(path, settled);
  try {
    return await turn;
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
