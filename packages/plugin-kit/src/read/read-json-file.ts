import { type JsoncContent, readJsonc } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile } from '@toolpool/foundation/files';

/**
 * Reads a JSON file of a plugin; `undefined` when there is none.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID` for broken JSON, with line and column;
 *   `TOOLPOOL_FILE_UNREADABLE`
 */
export async function readJsonFile(file: string): Promise<JsoncContent | undefined> {
  const text = await readTextFile(file);
  if (text === undefined) return undefined;
  try {
    return readJsonc(text, file);
  } catch (cause) {
    if (!ToolpoolError.isInstance(cause)) throw cause;
    throw new ToolpoolError(cause.message, {
      code: 'TOOLPOOL_PLUGIN_INVALID',
      hint: cause.hint,
      data: { file, ...Object(cause.data) },
      cause,
    });
  }
}
