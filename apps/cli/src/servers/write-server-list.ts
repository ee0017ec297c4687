import type { CommandContext } from '../command-context.ts';
import type { Configuration } from '../compose/load-configuration.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics, writeNote } from '../output/notes.ts';
import { formatServerTable } from '../output/server-table.ts';
import type { ServerRow } from './server-rows.ts';

/** Prints servers as `list` does: as a table, or as one document under `--json`. */
export function writeServerList(
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
