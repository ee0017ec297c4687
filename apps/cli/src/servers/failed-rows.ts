import type { ServerRow } from './server-rows.ts';

/** A server that gives no tools. */
export interface FailedRow {
  readonly server: string;
  readonly status: string;
  readonly reason: string | null;
}

/** Entries of these statuses are no servers of their own: another has their name or endpoint. */
const REPEATED = ['shadowed', 'suppressed'];

/** Every server that gives no tools, and why: those that failed, those that may not run. */
export function failedRows(rows: readonly ServerRow[]): FailedRow[] {
  return rows
    .filter(({ status }) => !REPEATED.includes(status))
    .filter(({ status, tools }) => status !== 'connected' || tools === null)
    .map(({ name, status, reason }) => ({ server: name, status, reason }));
}
