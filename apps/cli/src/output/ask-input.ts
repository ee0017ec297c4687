import { Writable } from 'node:stream';
import type { AskInput } from '@toolpool/config';
import { type Io, isInteractive } from '../io.ts';
import { safeLine } from './text.ts';

/** Asks for secrets on the terminal, one at a time and unseen; `undefined` where nobody is there to answer. */
export function createAskInput(io: Io): AskInput | undefined {
  if (!isInteractive(io)) return undefined;
  let last: Promise<unknown> = Promise.resolve();
  return ({ id, server, source }) => {
    const question = `Server ${safeLine(server)} (${safeLine(source)}) asks for "${safeLine(id)}": `;
    const answer = last.then(() => askUnseen(question, io));
    last = answer.catch(() => undefined);
    return answer;
  };
}

async function askUnseen(
  question: string,
  { stdin, stderr, signal }: Io,
): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  const ended = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)));
  // In raw mode Ctrl-C is a character; it must interrupt as anywhere else.
  reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // A line of its own: what tells about waiting clears the one it is on.
  stderr.write(`\r\u001b[2K${question}\n`);
  try {
    return await Promise.race([reader.question('', { signal }), ended]);
  } finally {
    reader.close();
    stderr.write('\n');
  }
}
