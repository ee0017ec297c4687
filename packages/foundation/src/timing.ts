/** The longest delay Node's timers hold; anything longer fires at once. Milliseconds. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Bounds a delay in milliseconds to what a timer can hold. */
export function clampTimerMs(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_TIMER_MS);
}

/**
 * Settles as `work` does, or rejects with what `onTimeout` returns once `ms` have passed.
 * The timer is cleared as soon as `work` settles.
 */
export function withTimeout<T>(work: Promise<T>, ms: number, onTimeout: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(onTimeout()), clampTimerMs(ms));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, clampTimerMs(ms));
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Runs work when a slot is free, first come first served; gives up waiting when the signal aborts. */
export type Limiter = <T>(work: () => Promise<T>, signal?: AbortSignal | null) => Promise<T>;

/** Creates a limiter for at most `size` pieces of work at a time. */
export function createLimiter(size: number): Limiter {
  const waiting = new Set<() => void>();
  let free = size;

  const takeSlot = (signal: AbortSignal | null | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => {
        waiting.delete(enter);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      waiting.add(enter);
      signal?.addEventListener('abort', abort, { once: true });
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
    signal?.throwIfAborted();
    if (free > 0) free--;
    else await takeSlot(signal);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
