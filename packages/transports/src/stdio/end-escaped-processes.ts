import { setTimeout as delay } from 'node:timers/promises';
import { findMarkedProcesses } from './find-marked-processes.ts';

const TERMINATE_MS = 200;
const KILL_WAIT_MS = 1000;

/**
 * Ends the processes of a server that left its group, as `setsid` does, and still carry its marker:
 * SIGTERM, then SIGKILL. For a server whose group is gone. Linux; elsewhere nothing finds them.
 */
export async function endEscapedProcesses(marker: string): Promise<void> {
  const begin = performance.now();
  const asked = new Set<number>();
  for (;;) {
    const found = await findMarkedProcesses(marker);
    const spentMs = performance.now() - begin;
    if (found.length === 0 || spentMs > TERMINATE_MS + KILL_WAIT_MS) return;
    for (const id of found) {
      if (spentMs > TERMINATE_MS) send(id, 'SIGKILL');
      else if (!asked.has(id)) terminate(id);
      asked.add(id);
    }
    await delay(10);
  }
}

function terminate(id: number): void {
  send(id, 'SIGTERM');
  // A stopped process takes no other signal before it goes on.
  send(id, 'SIGCONT');
}

function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    // Gone already.
  }
}
