import type { Io } from '../io.ts';
import type { ServerRow } from '../servers/server-rows.ts';
import { formatDuration } from './format-values.ts';
import { type Paint, paintFor } from './paint.ts';
import { formatTable } from './table.ts';
import { safeLine } from './text.ts';

/** The servers as a table, with what keeps one from running in the last column. */
export function formatServerTable(rows: readonly ServerRow[], io: Io): string {
  const paint = paintFor(io.stdout, io);
  const cells = rows.map((row) => [
    paint.bold(safeLine(row.name)),
    paintStatus(row.status, paint),
    row.scope,
    row.transport === null ? '' : safeLine(row.transport),
    row.tools === null ? '' : String(row.tools),
    row.durationMs === null ? '' : formatDuration(row.durationMs),
    safeLine(row.reason ?? row.source),
  ]);
  const head = ['server', 'status', 'scope', 'transport', 'tools', 'time', 'source or reason'];
  return formatTable({ head, rows: cells }, io);
}

/** A status in the colour that tells how good it is. */
export function paintStatus(status: string, paint: Paint): string {
  if (status === 'connected') return paint.green(status);
  if (['failed', 'invalid', 'misconfigured'].includes(status)) return paint.red(status);
  if (['pending-approval', 'needs-auth'].includes(status)) return paint.yellow(status);
  return paint.dim(status);
}
