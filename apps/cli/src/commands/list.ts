import type { CommandContext, CommandInput } from '../command-context.ts';
import { type Configuration, loadConfiguration } from '../compose/load-configuration.ts';
import type { OpenHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics, writeNote } from '../output/notes.ts';
import { formatServerTable } from '../output/server-table.ts';
import { rowsOf, type ServerRow } from '../servers/server-rows.ts';

/** `toolpool list [--offline]`. */
export async function list(
  context: CommandContext,
  { options: { offline = false } }: CommandInput<{ readonly offline?: boolean }>,
): Promise<ExitCode> {
  const configuration = await loadConfiguration(context, { online: !offline });
  if (offline) {
    print(context, configuration, rowsOf(configuration.loaded));
    return 0;
  }
  const { connectedRows, exitCodeOfRequired, withHost } = await import('../chunks/connection.ts');
  const work = async ({ host }: OpenHost) => {
    print(context, configuration, connectedRows(host, configuration.loaded));
    return exitCodeOfRequired(host, configuration.loaded);
  };
  return withHost(context, configuration, work, { connectTimeoutMs: context.global.timeoutMs });
}

function print(
  context: CommandContext,
  { diagnostics }: Configuration,
  rows: readonly ServerRow[],
): void {
  const { io, global } = context;
  if (global.json) {
    writeJson(io.stdout, { servers: rows, ...diagnosticsShape(diagnostics) });
    return;
  }
  writeDiagnostics(context, diagnostics);
  if (rows.length === 0) {
    writeNote(context, 'There are no servers. Add one with toolpool add.');
    return;
  }
  io.stdout.write(formatServerTable(rows, io));
  if (rows.some(({ status }) => status === 'pending-approval')) {
    writeNote(context, 'Let those that wait run with toolpool approve.');
  }
}
