/** A stream that text is written to; `isTTY` and `columns` are those of a terminal. */
export type OutputStream = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** What a command may touch of the outside world; tests pass their own. */
export interface Io {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborts when the user interrupts; its reason is the error to report. */
  readonly signal: AbortSignal;
}

/** Whether a person is there to answer: both ends are a terminal, and this is no CI job. */
export function isInteractive({ stdin, stdout, env }: Io): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !env.CI;
}
