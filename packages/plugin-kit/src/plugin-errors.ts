import { ToolpoolError } from '@toolpool/foundation/errors';

interface PluginProblem {
  /** Path of the field inside the file, such as `mcpServers.db.args[0]`. */
  readonly field?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** An error about a plugin's file; `problem` ends the sentence that the file's name begins. */
export function invalidPlugin(
  file: string,
  problem: string,
  { hint, cause, ...place }: PluginProblem = {},
): ToolpoolError {
  const { field, line, column } = place;
  const at = line === undefined ? '' : `, line ${line}, column ${column}`;
  const subject = field === undefined ? '' : `: "${field}"`;
  return new ToolpoolError(`${file}${at}${subject} ${problem}`, {
    code: 'TOOLPOOL_PLUGIN_INVALID',
    hint,
    data: { file, ...place },
    ...(cause === undefined ? {} : { cause }),
  });
}

export function pluginNotFound(message: string, hint: string): ToolpoolError {
  return new ToolpoolError(message, { code: 'TOOLPOOL_PLUGIN_NOT_FOUND', hint });
}
