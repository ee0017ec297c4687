import { ToolpoolError } from '@toolpool/foundation/errors';

/**
 * Reads JSON from the command line.
 *
 * @param subject what the text is, to begin the message with
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE`
 */
export function parseJsonWord(text: string, subject: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ToolpoolError(`${subject} is not JSON.`, {
      code: 'TOOLPOOL_USAGE',
      hint: 'In a shell, put single quotes around it.',
      cause,
    });
  }
}
