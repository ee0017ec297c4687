import { ToolpoolError } from '@toolpool/foundation/errors';
import { cleanForTerminal } from '@toolpool/foundation/text';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import type { Io } from '../io.ts';
import { writeJson } from './json.ts';
import { paintFor } from './paint.ts';

/** Prints a failure, as JSON on stdout under `--json`, else as text on stderr; returns its exit code. */
export function reportError(error: unknown, argv: readonly string[], io: Io): ExitCode {
  const failure = toToolpoolError(error);
  if (hasFlag(argv, '--json')) writeJson(io.stdout, { error: errorShape(failure) });
  else io.stderr.write(errorText(failure, io));
  if (hasFlag(argv, '--verbose')) io.stderr.write(cleanForTerminal(`${stackOf(error)}\n`));
  return EXIT_CODES[failure.code];
}

/** The error shape of `--json`; `data` is there when the error has any. */
function errorShape({ code, message, server, hint, data }: ToolpoolError): object {
  return {
    code,
    message,
    server: server ?? null,
    hint: hint ?? null,
    ...(data === undefined ? {} : { data }),
  };
}

function errorText({ code, message, hint }: ToolpoolError, io: Io): string {
  const paint = paintFor(io.stderr, io);
  const lines = [`${paint.red('error:')} ${cleanForTerminal(message)} ${paint.dim(`(${code})`)}`];
  if (hint) lines.push(cleanForTerminal(hint));
  return `${lines.join('\n')}\n`;
}

function toToolpoolError(error: unknown): ToolpoolError {
  if (ToolpoolError.isInstance(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ToolpoolError(`Something went wrong that should not: ${message}`, {
    code: 'TOOLPOOL_INTERNAL',
    hint: 'This is a defect of toolpool. Run it again with --verbose and report what it prints.',
    cause: error,
  });
}

/** Asks the words themselves, since a failure may come before they are parsed. */
function hasFlag(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes(flag);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack}${cause}`;
}
