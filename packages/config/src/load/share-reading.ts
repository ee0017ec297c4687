/**
 * Makes one reading serve everybody who asked before it began. One that runs already may miss what
 * was written since, so who asks meanwhile shares the one after it.
 */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const reading = read();
    current = reading;
    return reading;
  };
  return () => {
    next ??= current.then(begin, begin);
    return next;
  };
}
