import { PassThrough } from 'node:stream';
import { run } from '../src/run.ts';

export interface CliOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What standard input holds; with `terminal` it is typed. */
  readonly input?: string;
  /** Standard streams are a terminal of this many columns. */
  readonly terminal?: { readonly columns: number };
  readonly signal?: AbortSignal;
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on stdout. */
  json(): never;
}

/** Runs a command line in this process with its own world; `TOOLPOOL_HOME` is `<cwd>/../home`. */
export async function runCli(argv: readonly string[], options: CliOptions): Promise<CliResult> {
  const { cwd, env = {}, input = '', terminal, signal = new AbortController().signal } = options;
  const tty = terminal ? { isTTY: true, columns: terminal.columns } : {};
  const stdin = Object.assign(new PassThrough(), tty);
  const stdout = Object.assign(new PassThrough(), tty);
  const stderr = Object.assign(new PassThrough(), tty);
  const collect = (stream: PassThrough) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString('utf8');
  };
  const [out, err] = [collect(stdout), collect(stderr)];
  stdin.end(input);
  const base = { PATH: process.env.PATH, TOOLPOOL_HOME: `${cwd}/../home` };
  const io = { cwd, env: { ...base, ...env }, stdin, stdout, stderr, signal };
  const code = await run(argv, io);
  await new Promise((resolve) => setImmediate(resolve));
  return { code, stdout: out(), stderr: err(), json: () => JSON.parse(out()) as never };
}
