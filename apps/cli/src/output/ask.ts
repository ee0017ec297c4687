import type { Io } from '../io.ts';

/** Asks a person one question after the other, on the terminal. */
export interface Asker extends Disposable {
  /** Only `y` or `yes` is a yes, and the end of input is a no. */
  askYesNo(question: string): Promise<boolean>;
}

export async function createAsker(io: Io): Promise<Asker> {
  const { createInterface } = await import('node:readline');
  // Not in raw mode: Ctrl-C stays a signal.
  const reader = createInterface({ input: io.stdin, terminal: false });
  const stop = () => reader.close();
  // A reader of a stream that has ended already would wait for ever.
  if (!io.stdin.readable) stop();
  io.signal.addEventListener('abort', stop, { once: true });
  // Keeps lines that come before they are asked for.
  const lines = reader[Symbol.asyncIterator]();
  return {
    async askYesNo(question) {
      io.stderr.write(`${question} [y/N] `);
      const { value } = await lines.next();
      io.signal.throwIfAborted();
      return /^y(es)?$/i.test(String(value ?? '').trim());
    },
    [Symbol.dispose]() {
      io.signal.removeEventListener('abort', stop);
      reader.close();
    },
  };
}
