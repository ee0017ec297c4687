import type { Io } from '../io.ts';

/** Asks a person on the terminal; only `y` or `yes` is a yes, and the end of input is a no. */
export async function askYesNo(question: string, io: Io): Promise<boolean> {
  // A reader of a stream that has ended would wait for ever.
  if (!io.stdin.readable) return false;
  const { createInterface } = await import('node:readline/promises');
  // Not in raw mode: Ctrl-C stays a signal.
  const reader = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  try {
    const answer = reader.question(`${question} [y/N] `, { signal: io.signal });
    return /^y(es)?$/i.test((await Promise.race([answer, ended])).trim());
  } finally {
    reader.close();
  }
}
