import { type ChildProcess, spawn } from 'node:child_process';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { withTimeout } from '@toolpool/foundation/timing';
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
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, so that what it starts ends with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const end = () => kill(child);
  process.once('exit', end);
  try {
    const failure = () => failed(command, `took longer than ${TIMEOUT_MS / 1000} s`, context);
    const output = await withTimeout(outputOf(child, command, context), TIMEOUT_MS, failure);
    const value = output.replace(/\r?\n$/, '');
    if (value !== '') return value;
    throw failed(command, 'printed nothing', context);
  } finally {
    process.off('exit', end);
    end();
  }
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

function outputOf(child: ChildProcess, command: string, context: ResolveContext): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BYTES) reject(failed(command, 'printed too much', context));
      else chunks.push(chunk);
    });
    child.once('error', (cause) => reject(failed(command, 'could not be started', context, cause)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(failed(command, `ended with ${signal ?? `the exit code ${code}`}`, context));
    });
  });
}

function kill(child: ChildProcess): void {
  child.stdout?.destroy();
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It is gone already.
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
