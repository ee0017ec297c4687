import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { SLICE_LENGTH, textSlices } from '../text/text-slices.ts';

/** Creates the file itself, never one that a link points to. Windows has no `O_NOFOLLOW`. */
const CREATE_ONLY =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const MAX_UNIT_BYTES = 3;

/**
 * Writes a file that only this user can read (0600). It gets its name once it is complete; after a
 * failure nothing is left.
 *
 * @returns its size in bytes
 */
export async function writeNewFile(path: string, data: string | Uint8Array): Promise<number> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, CREATE_ONLY, 0o600);
  try {
    const bytes = typeof data === 'string' ? await writeText(file, data) : data.byteLength;
    if (typeof data !== 'string') await file.writeFile(data);
    await file.close();
    await rename(temporary, path);
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Encodes each slice while the one before it is written, so that no second copy of the text exists. */
async function writeText(file: FileHandle, text: string): Promise<number> {
  const size = Math.min(text.length, SLICE_LENGTH) * MAX_UNIT_BYTES;
  let [filling, draining] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)];
  let writing = Promise.resolve();
  let bytes = 0;
  for (const slice of textSlices(text)) {
    const length = filling.write(slice);
    await writing;
    writing = file.writeFile(filling.subarray(0, length));
    bytes += length;
    [filling, draining] = [draining, filling];
  }
  await writing;
  return bytes;
}
