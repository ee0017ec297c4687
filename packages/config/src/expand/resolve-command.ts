import { runCommand } from '@toolpool/foundation/commands';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ResolveContext } from './resolve-reference.ts';
import { secretError } from './secret-error.ts';

const TIMEOUT_MS = 10_000;

/** No secret is longer. */
const MAX_BYTES = 64 * 1024;

/**
 * What a command prints, without the line break at its end. The line is split as a POSIX shell would,
 * and no shell runs it; what it writes to standard error is dropped, since it may be a secret.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_SECRET_UNAVAILABLE`, `TOOLPOOL_CONFIG_REFERENCE_INVALID`
 */
export async function resolveCommand(line: string, context: ResolveContext): Promise<string> {
  const [command = '', ...args] = await splitLine(line, context);
  const { directory: cwd, env } = context;
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const outcome = await runCommand(command, args, { cwd, env, ...limits });
  if (outcome.problem !== undefined) throw failed(command, outcome.problem, context, outcome.cause);
  const value = outcome.output.replace(/\r?\n$/, '');
  if (value === '') throw failed(command, 'printed nothing', context);
  return value;
}

async function splitLine(line: string, context: ResolveContext): Promise<string[]> {
  const { split } = await import('shlex');
  try {
    return split(line);
  } catch (cause) {
    throw new ToolpoolError(`"${context.field}" holds a command with an open quote.`, {
      code: 'TOOLPOOL_CONFIG_REFERENCE_INVALID',
      hint: 'Quote it as a shell needs it.',
      server: context.server,
      cause,
    });
  }
}

/** Names the program alone: its arguments may hold a secret. */
function failed(
  command: string,
  what: string,
  { field, server }: ResolveContext,
  cause?: unknown,
): ToolpoolError {
  return secretError(`The command ${JSON.stringify(command)} of "${field}" ${what}.`, {
    hint: 'Run it in a shell; it must print the secret and nothing else within 10 s.',
    server,
    cause,
  });
}
