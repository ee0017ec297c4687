#!/usr/bin/env node
import { ToolpoolError } from '@toolpool/foundation/errors';
import { listenForInterrupts } from './interrupt.ts';
import type { Io } from './io.ts';
import { keepCompiledCode } from './keep-compiled-code.ts';
import { reportError } from './output/report-error.ts';
import { run } from './run.ts';

keepCompiledCode();
const argv = process.argv.slice(2);
const io: Io = {
  // Read when a command asks: `--help` needs none of them, and opening standard input takes time.
  get cwd() {
    return process.cwd();
  },
  get stdin() {
    return process.stdin;
  },
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: listenForInterrupts(),
};

for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnwritable);
// What a plugin throws outside of any call ends here too.
process.once('uncaughtException', (error) => process.exit(reportError(error, argv, io)));

process.exitCode = await run(argv, io);
await Promise.all([flush(process.stdout), flush(process.stderr)]);
// A plugin's timer must not keep the process alive; everything of ours is closed by now.
process.exit();

/** A reader that has seen enough, as in `toolpool tools | head`, is no failure. */
function endUnwritable(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  const failure = new ToolpoolError(`The output cannot be written: ${error.message}.`, {
    code: 'TOOLPOOL_FILE_WRITE_FAILED',
    hint: 'Make room where it goes, or write it elsewhere.',
  });
  // Without the words of the command line: `--json` would send it to what cannot be written.
  process.exit(reportError(failure, [], io));
}

/** Resolves once everything written so far has left the process, or cannot any more. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
