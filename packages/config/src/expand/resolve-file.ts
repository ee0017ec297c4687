import { resolve } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile } from '@toolpool/foundation/files';
import type { ResolveContext } from './resolve-reference.ts';

/** No secret is longer. */
const MAX_BYTES = 64 * 1024;

/**
 * The text of a file, without the line break that editors put at its end.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_REFERENCE_INVALID`
 */
export async function resolveFile(path: string, context: ResolveContext): Promise<string> {
  const { server, directory, field } = context;
  const file = resolve(directory, path);
  try {
    const text = await readTextFile(file, MAX_BYTES);
    if (text !== undefined) return text.replace(/\r?\n$/, '');
  } catch (cause) {
    if (!ToolpoolError.isInstance(cause)) throw cause;
    throw unreadable(`${cause.message} "${field}" refers to it.`, server, cause);
  }
  throw unreadable(`There is no file ${file}, to which "${field}" refers.`, server);
}

function unreadable(message: string, server: string, cause?: unknown): ToolpoolError {
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_CONFIG_REFERENCE_INVALID',
    hint: 'Create the file, or correct the path of the reference.',
    server,
    cause,
  });
}
