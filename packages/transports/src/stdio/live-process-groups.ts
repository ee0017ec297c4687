import type { ProcessGroup } from './process-group.ts';

const live = new Set<ProcessGroup>();

/** Holds a group from its start until nothing is left of it; call the result then. */
export function trackProcessGroup(group: ProcessGroup): () => void {
  live.add(group);
  return () => live.delete(group);
}

/**
 * Kills every process that a stdio transport of this process started and that is still there,
 * without waiting: for an `exit` handler, where nothing asynchronous runs any more. Everywhere else,
 * close the transports.
 */
export function killAllStdioProcesses(): void {
  for (const group of live) group.signal('SIGKILL');
}
