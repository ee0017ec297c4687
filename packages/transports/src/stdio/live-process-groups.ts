import type { ProcessGroup } from './process-group.ts';
import { watchdog } from './watchdog.ts';

const live = new Set<ProcessGroup>();

/**
 * Holds a group from the turn in which it was spawned until nothing is left of it; call the result
 * then. Should this process be killed meanwhile, the watchdog ends the group.
 */
export function trackProcessGroup(group: ProcessGroup): () => void {
  live.add(group);
  if (process.platform !== 'win32') watchdog.add(group.id);
  return () => {
    if (live.delete(group) && process.platform !== 'win32') watchdog.delete(group.id);
  };
}

/**
 * Kills every process that a stdio transport of this process started and that is still there,
 * without waiting: for an `exit` handler, where nothing asynchronous runs any more. Everywhere else,
 * close the transports.
 */
export function killAllStdioProcesses(): void {
  for (const group of live) group.signal('SIGKILL');
}
