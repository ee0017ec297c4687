/// <reference path="./fd-lock.d.ts" />
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ToolpoolError } from '../errors.ts';

/** For one holder. */
const MAX_WAIT_MS = 10_000;
/** For all who come before, one after the other. */
const MAX_TOTAL_WAIT_MS = 120_000;
const FLAGS = constants.O_RDWR | constants.O_CREAT;
// A lock file that somebody planted as a link or a pipe is not followed and does not block.
const SAFE_FLAGS = FLAGS | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Node closes a file that nobody can reach, which would free the lock of a change that still runs. */
const held = new Set<FileHandle>();

export interface FileLock {
  readonly release: () => Promise<void>;
}

/**
 * Takes the lock of the operating system on `<path>.lock`: it is free as soon as its holder dies.
 *
 * The holder removes the lock file when done. Whoever then locks the removed file sees that it is
 * no longer the one at this path, and starts again. `maxWaitMs` is for one holder.
 */
export async function lockFile(path: string, maxWaitMs = MAX_WAIT_MS): Promise<FileLock> {
  const { default: tryLock } = await import('fd-lock');
  const lockPath = `${path}.lock`;
  const lastDeadline = performance.now() + Math.max(maxWaitMs, MAX_TOTAL_WAIT_MS);
  let deadline = performance.now() + maxWaitMs;
  let file = await open(lockPath, SAFE_FLAGS, 0o666);
  try {
    for (;;) {
      const isOurs = tryLock(file.fd);
      if (isOurs && (await isAt(lockPath, file))) break;
      if (performance.now() > deadline) throw lockedError(path, lockPath, maxWaitMs);
      if (isOurs) {
        await file.close();
        file = await open(lockPath, SAFE_FLAGS, 0o666);
        // Its holder was done: whoever holds the next one has a time of their own.
        deadline = Math.min(performance.now() + maxWaitMs, lastDeadline);
      } else {
        await delay(5 + Math.random() * 20);
      }
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  held.add(file);
  return { release: () => release(lockPath, file) };
}

async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const [own, present] = await Promise.all([file.stat(), stat(path).catch(() => undefined)]);
  return present !== undefined && present.ino === own.ino && present.dev === own.dev;
}

async function release(path: string, file: FileHandle): Promise<void> {
  try {
    // Only what we made: a file with content belongs to somebody else. On Windows a removed file
    // blocks its name until the last reader has closed it.
    const isRemovable = process.platform !== 'win32' && isEmptyFile(await file.stat());
    if (isRemovable) await unlink(path).catch(() => undefined);
  } finally {
    held.delete(file);
    await file.close();
  }
}

function isEmptyFile(stats: Stats): boolean {
  return stats.isFile() && stats.size === 0;
}

function lockedError(path: string, lockPath: string, waitedMs: number): ToolpoolError {
  return new ToolpoolError(
    `Another process has been changing ${path} for more than ${waitedMs / 1000} s.`,
    {
      code: 'TOOLPOOL_FILE_LOCKED',
      hint: `Wait for it or end it; it holds ${lockPath}.`,
      data: { path, lockPath },
    },
  );
}
