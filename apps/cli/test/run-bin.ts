import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

export interface BinOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

export interface BinResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts the built program with pipes, and an environment that holds only what a test gives, and the
 * marker by which the end of the run finds what is left.
 */
export function startBin(
  argv: readonly string[],
  { cwd, env = {}, input = '' }: BinOptions,
): { readonly child: ChildProcess; readonly done: Promise<BinResult> } {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd,
    env: {
      PATH: process.env.PATH,
      TOOLPOOL_SERVER: process.env.TOOLPOOL_SERVER,
      HOME: '/nonexistent',
      NODE_DISABLE_COMPILE_CACHE: '1',
      ...env,
    },
    stdio: 'pipe',
  });
  child.stdin.end(input);
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk) => chunks.stderr.push(chunk));
  const done = new Promise<BinResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const stdout = Buffer.concat(chunks.stdout).toString('utf8');
      resolve({ code, signal, stdout, stderr: Buffer.concat(chunks.stderr).toString('utf8') });
    });
  });
  return { child, done };
}

/** Runs the built program to its end. */
export function runBin(argv: readonly string[], options: BinOptions): Promise<BinResult> {
  return startBin(argv, options).done;
}
