import type { ExitCode } from './exit-codes.ts';
import type { Io } from './io.ts';
import type { GlobalOptions } from './options/global-options.ts';

/** What every command gets beside its own arguments and options. */
export interface CommandContext {
  readonly io: Io;
  readonly global: GlobalOptions;
  /** Sets the exit code of a run that is done otherwise, but not with all that was named for it. */
  readonly endWith: (exitCode: ExitCode) => void;
  /** The words after `--`; absent when there was none. They also end the arguments. */
  readonly afterDashes?: readonly string[];
}

/** A command's own words. */
export interface CommandInput<Options> {
  readonly args: readonly string[];
  readonly options: Options;
}

/** One command: parsed words in, exit code out. */
export type Command<Options> = (
  context: CommandContext,
  input: CommandInput<Options>,
) => Promise<ExitCode>;
