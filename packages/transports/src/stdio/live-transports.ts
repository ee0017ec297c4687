/**
 * Closes every stdio transport that still has processes, all at once; what is left after
 * `deadlineMs` is killed. Never rejects.
 */
export async function closeAllStdioTransports(deadlineMs: number): Promise<void> {
  throw new Error(`not built: ${deadlineMs}`);
}

/** Kills every process of every stdio transport at once and without waiting, for an `exit` handler. */
export function killAllStdioProcesses(): void {
  throw new Error('not built');
}
