import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ToolpoolError } from '../errors.ts';
import { errnoOf, fileError } from './file-error.ts';

const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a UTF-8 file; `undefined` when there is none. A byte-order mark stays in the text.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE` for a directory, a pipe, a link loop,
 *   missing permission, bytes that are no UTF-8, or more than `maxBytes` (default 16 MiB)
 */
export async function readTextFile(
  path: string,
  maxBytes: number = DEFAULT_MAX_BYTES,
): Promise<string | undefined> {
  try {
    // Without O_NONBLOCK the open of a pipe waits until somebody writes to it.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return decode(path, await readBytes(file, path, maxBytes));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (ToolpoolError.isInstance(error)) throw error;
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return undefined;
    throw fileError('Could not read', { code: 'TOOLPOOL_FILE_UNREADABLE', path, cause: error });
  }
}

async function readBytes(file: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
  const stats = await file.stat();
  if (!stats.isFile()) {
    const kind = stats.isDirectory() ? 'a folder' : 'not a regular file';
    throw unreadable(path, `it is ${kind}`, 'Give the path of a regular file.');
  }
  // One byte of room shows that a file has grown, or (in /proc) has more than its size says.
  let buffer = Buffer.allocUnsafe(Math.min(stats.size, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (length > maxBytes) {
      const limit = `it is longer than ${maxBytes} bytes`;
      throw unreadable(path, limit, 'Check that this is the right file.');
    }
    if (bytesRead === 0) return buffer.subarray(0, length);
    if (length === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(length * 2, maxBytes) + 1);
      buffer.copy(larger);
      buffer = larger;
    }
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable(path, 'it is not UTF-8 text', 'Save the file as UTF-8.');
  }
}

function unreadable(path: string, reason: string, hint: string): ToolpoolError {
  return new ToolpoolError(`Could not read ${path}: ${reason}.`, {
    code: 'TOOLPOOL_FILE_UNREADABLE',
    hint,
    data: { path },
  });
}
