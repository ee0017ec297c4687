import type { ExitCode } from './exit-codes.ts';
import type { Io } from './io.ts';
import { reportError } from './output/report-error.ts';
import { runProgram } from './program.ts';

/** Runs one command line and returns its exit code; every failure ends here, as text or as JSON. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await runProgram(argv, io);
  } catch (error) {
    return reportError(io.signal.aborted ? io.signal.reason : error, argv, io);
  }
}
