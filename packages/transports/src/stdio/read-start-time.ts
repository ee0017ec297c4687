import { readFileSync } from 'node:fs';

/** When a process started, as Linux's `/proc` has it, in clock ticks since boot; `0` elsewhere. */
export function readStartTime(processId: number): number {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1');
    // proc(5): field 22; the second one, a name in parentheses, may itself hold spaces and some.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
  } catch {
    return 0;
  }
}
