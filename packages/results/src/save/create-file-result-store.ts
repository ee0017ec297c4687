import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { ensurePrivateDirectory } from '@toolpool/foundation/files';
import type { ResultStore, SavedResult, SaveRequest } from '../content/result-store.ts';
import { parseMimeType, resolveMimeType } from '../media/resolve-mime-type.ts';
import { getFileExtension } from './file-extension.ts';
import { nameResultFile, nameSessionFolder } from './name-result-file.ts';
import { writeNewFile } from './write-new-file.ts';

export interface FileResultStoreOptions {
  /** Folder of all sessions; made, like the session's own folder in it, when a result is first saved. */
  readonly directory: string;
}

/**
 * Creates a store that keeps each result as a file of its own, in one folder per store (one session
 * of a host). Files are 0600 in folders of 0700; names come from the store, never from a server; a
 * symbolic link in the way is refused.
 *
 * `save` rejects with {@link ToolpoolError} `TOOLPOOL_FILE_WRITE_FAILED` and then leaves nothing.
 */
export function createFileResultStore({ directory }: FileResultStoreOptions): ResultStore {
  let folder: Promise<string> | undefined;
  const openFolder = async (): Promise<string> => {
    const opened = folder;
    const path = await opened?.catch(() => undefined);
    if (path !== undefined && (await isFolderItself(path))) return path;
    // None yet, or gone with a cleaned temporary directory; of several callers one makes a new one.
    if (folder === undefined || folder === opened) folder = createSessionFolder(directory);
    return folder;
  };
  return {
    async save(request) {
      try {
        return await writeResult(await openFolder(), request);
      } catch (cause) {
        throw toWriteError(directory, request.server, cause);
      }
    },
  };
}

async function writeResult(
  folder: string,
  { data, mimeType: declared, ...origin }: SaveRequest,
): Promise<SavedResult> {
  const isText = typeof data === 'string';
  const mimeType = isText
    ? (parseMimeType(declared) ?? 'text/plain')
    : resolveMimeType(data, declared);
  const path = join(folder, nameResultFile(origin, getFileExtension(mimeType, isText)));
  return { path, bytes: await writeNewFile(path, data), mimeType };
}

async function createSessionFolder(directory: string): Promise<string> {
  await refuseLink(directory);
  await ensurePrivateDirectory(directory);
  await refuseLink(directory);
  const folder = join(await realpath(directory), nameSessionFolder());
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

async function refuseLink(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isSymbolicLink()) throw new Error(`${path} is a symbolic link`);
}

/** Throws where a link has taken the folder's place; `false` when nothing is there. */
async function isFolderItself(path: string): Promise<boolean> {
  await refuseLink(path);
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined && real !== path) throw new Error(`${path} leads to ${real}`);
  return real !== undefined;
}

function toWriteError(directory: string, server: string, cause: unknown): ToolpoolError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  return new ToolpoolError(`A result could not be saved in ${directory}: ${reason}.`, {
    code: 'TOOLPOOL_FILE_WRITE_FAILED',
    hint: 'Make sure that it is a folder of yours, no symbolic link, on a disk with free space.',
    server,
    cause,
  });
}
