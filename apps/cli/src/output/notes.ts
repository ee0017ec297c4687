import type { Diagnostic } from '@toolpool/config';
import type { CommandContext } from '../command-context.ts';
import { paintFor } from './paint.ts';
import { safeLine } from './text.ts';

interface Place {
  readonly file?: string | null;
  readonly line?: number | null;
  readonly column?: number | null;
}

/** Writes a line for people on standard error; `--quiet` keeps it away. `text` is safe already. */
export function writeNote({ io, global }: CommandContext, text: string): void {
  if (!global.quiet) io.stderr.write(`${text}\n`);
}

/** Writes problems of the configuration for people; under `--json` they are part of the document. */
export function writeDiagnostics(
  context: CommandContext,
  diagnostics: readonly Diagnostic[],
): void {
  const { io, global } = context;
  if (global.json) return;
  const paint = paintFor(io.stderr, io);
  const colours = { error: paint.red, warning: paint.yellow, info: paint.dim };
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'info' && !global.verbose) continue;
    const label = colours[diagnostic.severity](`${diagnostic.severity}:`);
    writeNote(context, `${label} ${withPlace(diagnostic)}`);
  }
}

/** The diagnostics of a JSON document, every key there; nothing when there are none. */
export function diagnosticsShape(diagnostics: readonly Diagnostic[]): object {
  if (diagnostics.length === 0) return {};
  return {
    diagnostics: diagnostics.map(({ severity, code, message, ...where }) => ({
      severity,
      code,
      message,
      file: where.file ?? null,
      line: where.line ?? null,
      column: where.column ?? null,
      server: where.server ?? null,
      field: where.field ?? null,
    })),
  };
}

/** `file:line:column: message`, as editors understand it, as far as the place is known; it is told once. */
export function withPlace({ message, file, line, column }: Place & { readonly message: string }) {
  if (file == null) return safeLine(message);
  const told = [`${file}, line ${line}, column ${column}: `, `${file}: `];
  const prefix = told.find((text) => message.startsWith(text)) ?? '';
  const position = [line, column].filter((number) => number != null).map((n) => `:${n}`);
  return `${safeLine(file)}${position.join('')}: ${safeLine(message.slice(prefix.length))}`;
}
