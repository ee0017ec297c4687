import { type ChildProcess, spawn } from 'node:child_process';
import { withTimeout } from './timing.ts';

export interface RunCommandOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** The longest output. */
  readonly maxBytes: number;
}

/** What a command printed, or in words what is wrong with it: `printed too much`. */
export type CommandOutcome =
  | { readonly output: string; readonly problem?: undefined }
  | { readonly problem: string; readonly cause?: unknown };

/**
 * Runs a program for what it prints. No shell reads its arguments; its input is empty, and what it
 * writes to standard error is dropped, since it may be a secret. It has a process group of its own,
 * which is ended with it, after `timeoutMs`, and with this process. Never rejects.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutMs, maxBytes }: RunCommandOptions,
): Promise<CommandOutcome> {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const end = () => kill(child);
  process.once('exit', end);
  try {
    const late = () => new Problem(`took longer than ${timeoutMs / 1000} s`);
    return { output: await withTimeout(outputOf(child, maxBytes), timeoutMs, late) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.message, cause: error.cause };
  } finally {
    process.off('exit', end);
    end();
  }
}

class Problem extends Error {}

function outputOf(child: ChildProcess, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) reject(new Problem('printed too much'));
      else chunks.push(chunk);
    });
    child.once('error', (cause) => reject(new Problem('could not be started', { cause })));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Problem(`ended with ${signal ?? `the exit code ${code}`}`));
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
