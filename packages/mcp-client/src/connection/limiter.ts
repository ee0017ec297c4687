/** Runs work when a slot is free, first come first served; gives up waiting when the signal aborts. */
export type Limiter = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Creates a limiter for at most `size` pieces of work at a time. */
export function createLimiter(size: number): Limiter {
  const waiting = new Set<() => void>();
  let free = size;

  const takeSlot = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      waiting.add(enter);
      signal.addEventListener('abort', abort, { once: true });
    });

  // A slot goes straight to the next in line, so that a newcomer cannot jump the queue.
  const passOn = () => {
    const [next] = waiting;
    if (!next) {
      free++;
      return;
    }
    waiting.delete(next);
    next();
  };

  return async (work, signal) => {
    signal.throwIfAborted();
    if (free > 0) free--;
    else await takeSlot(signal);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
