import type { DebugEntry } from '@toolpool/mcp-client';
import type { CommandContext } from '../command-context.ts';
import { writeNote } from './notes.ts';
import { paintFor } from './paint.ts';
import { safeLine } from './text.ts';

const ARROWS: Readonly<Record<DebugEntry['event'], string>> = {
  'request-sent': '->',
  'request-answered': '<-',
  'request-failed': '<-',
  'notification-sent': '->',
  'notification-received': '<-',
  'request-received': '<-',
};

/** Writes a line for each step of a conversation: what `--verbose` shows of it. */
export function createDebugLines(context: CommandContext): (entry: DebugEntry) => void {
  const { dim } = paintFor(context.io.stderr, context.io);
  return (entry) => writeNote(context, dim(safeLine(describe(entry))));
}

function describe(entry: DebugEntry): string {
  const { server, method, target } = entry;
  const what = target === undefined ? method : `${method} ${target}`;
  const end = 'durationMs' in entry ? ` (${Math.round(entry.durationMs)} ms)` : '';
  const failure = entry.event === 'request-failed' ? ` failed: ${entry.code}` : '';
  return `${server} ${ARROWS[entry.event]} ${what}${failure}${end}`;
}
