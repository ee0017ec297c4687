/** Something to stop when a signal aborts. */
export interface Abortable {
  abort(): void;
}

const listening = new WeakMap<AbortSignal, { targets: Set<Abortable>; listener: () => void }>();

/**
 * Calls `target.abort()` once when the signal aborts. All targets of a signal share one listener:
 * thousands of calls on one signal stay cheap and set off no listener warning.
 */
export function addAbortTarget(signal: AbortSignal, target: Abortable): void {
  const known = listening.get(signal);
  if (known) {
    known.targets.add(target);
    return;
  }
  const targets = new Set([target]);
  const listener = () => {
    listening.delete(signal);
    for (const each of targets) each.abort();
  };
  listening.set(signal, { targets, listener });
  signal.addEventListener('abort', listener, { once: true });
}

/** Forgets a target; the signal keeps no listener once the last one is gone. */
export function removeAbortTarget(signal: AbortSignal, target: Abortable): void {
  const known = listening.get(signal);
  if (!known?.targets.delete(target) || known.targets.size > 0) return;
  listening.delete(signal);
  signal.removeEventListener('abort', known.listener);
}

/** Settles as the work does, or rejects as soon as the signal aborts; the work goes on. */
export function orAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  toError: () => Error,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const target = { abort: () => reject(toError()) };
    addAbortTarget(signal, target);
    work.then(resolve, reject).finally(() => removeAbortTarget(signal, target));
    // It may have aborted before, too.
    if (signal.aborted) target.abort();
  });
}
