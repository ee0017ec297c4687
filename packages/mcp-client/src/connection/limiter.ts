/** Runs work when a slot is free, first come first served. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a limiter for at most `size` pieces of work at a time. */
export function createLimiter(size: number): Limiter {
  const waiting: (() => void)[] = [];
  let free = size;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A slot goes straight to the next in line, so that a newcomer cannot jump the queue.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
