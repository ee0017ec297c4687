import { ToolpoolError } from '@toolpool/foundation/errors';
import { split } from 'shlex';

/**
 * Splits a command line into words as a POSIX shell would, without running one: no variable, pipe or
 * substitution in it has a meaning.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` for an open quote or no words at all
 */
export function splitCommand(text: string): string[] {
  const words = splitOrUndefined(text);
  if (words && words.length > 0) return words;
  throw new ToolpoolError(`"${text}" is not a command line.`, {
    code: 'TOOLPOOL_USAGE',
    hint: 'Quote it as a shell needs it, such as --server-cmd "node server.mjs".',
  });
}

function splitOrUndefined(text: string): string[] | undefined {
  try {
    return split(text);
  } catch {
    return undefined;
  }
}
