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
    safeLine(row.name),
    row.status,
    row.scope,
    row.transport === null ? '' : safeLine(row.transport),
    row.tools === null ? '' : String(row.tools),
    row.durationMs === null ? '' : formatDuration(row.durationMs),
    safeLine(row.reason ?? row.source),
  ]);
  const head = ['server', 'status', 'scope', 'transport', 'tools', 'time', 'source or reason'];
  const colour = (cell: string, title: string) => {
    if (title === 'status') return paintStatus(cell, paint);
    return title === 'server' ? paint.bold(cell) : cell;
  };
  return formatTable({ head, rows: cells, colour }, io);
}

/** A status in the colour that tells how good it is. */
export function paintStatus(status: string, paint: Paint): string {
  if (status === 'connected') return paint.green(status);
  if (['failed', 'invalid', 'misconfigured'].includes(status)) return paint.red(status);
  if (['pending-approval', 'needs-auth'].includes(status)) return paint.yellow(status);
  return paint.dim(status);
}
