import { withTimeout } from '@toolpool/foundation/timing';
import { killAllStdioProcesses } from '@toolpool/transports';

const DEADLINE_MS = 3_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Close = () => Promise<void>;

const open = new Set<Close>();

/**
 * Registers something that must not outlive this process; call the result once it is closed. While
 * anything is registered, the end of the process kills every server process on its way out.
 */
export function registerCleanup(close: Close): () => void {
  if (open.size === 0) process.on('exit', killAllStdioProcesses);
  open.add(close);
  return () => {
    if (open.delete(close) && open.size === 0) process.off('exit', killAllStdioProcesses);
  };
}

/**
 * Closes every connection of this process, those still being made too, all at once. Resolves after
 * `deadlineMs` at the latest; what then still runs is killed. Never rejects.
 */
export async function closeAllConnections(deadlineMs = DEADLINE_MS): Promise<void> {
  const closing = Promise.allSettled([...open].map((close) => close()));
  await withTimeout(closing, deadlineMs, () => new Error('deadline')).catch(() => {
    killAllStdioProcesses();
  });
}

export interface CloseOnExitOptions {
  /** @default SIGINT, SIGTERM and SIGHUP */
  readonly signals?: readonly NodeJS.Signals[];
}

/**
 * Makes signals close every connection before they end this process, as they would have without it.
 * For programs: a library leaves the handling of signals to its host. No end needs it to take every
 * server along, but without it a signal gives them no time to end in order. Returns a function that
 * undoes it.
 */
export function closeOnExit({ signals = SIGNALS }: CloseOnExitOptions = {}): () => void {
  const handlers = signals.map((signal) => {
    const handle = async () => {
      stop();
      await closeAllConnections();
      // Others who listen decide for themselves when to go.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    const listener = () => void handle();
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  const stop = () => {
    for (const remove of handlers) remove();
  };
  return stop;
}
