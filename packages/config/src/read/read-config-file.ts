import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile } from '@toolpool/foundation/files';
import type { Diagnostic } from '../contract.ts';
import { type JsoncDocument, parseJsonc } from './parse-jsonc.ts';

/** No list of servers is longer, and the parser takes half a second for each of these MiB. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads and parses a file of JSON with comments; `undefined` when there is none.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_SYNTAX`
 */
export async function readConfigFile(file: string): Promise<JsoncDocument | undefined> {
  const text = await readTextFile(file, MAX_BYTES);
  return text === undefined ? undefined : parseJsonc(text, file);
}

/** Reports an expected failure to read a file, with the line and column that it names. */
export function toDiagnostic(error: unknown, file: string): Diagnostic {
  if (!ToolpoolError.isInstance(error)) throw error;
  const { code, message, hint, data } = error;
  const place = { file, ...positionOf(data) };
  return { severity: 'error', code, message, ...place, ...(hint !== undefined && { hint }) };
}

function positionOf(data: unknown): { line?: number; column?: number } {
  const line: unknown = Reflect.get(Object(data), 'line');
  const column: unknown = Reflect.get(Object(data), 'column');
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : {};
}
