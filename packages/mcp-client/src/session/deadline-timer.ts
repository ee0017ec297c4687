import { clampTimerMs } from '@toolpool/foundation/timing';

/** Something whose time runs out. */
export interface Expiring {
  /** When, on the clock of `performance.now()`. */
  readonly dueAt: number;
  expire(): void;
}

// Node's timers count whole milliseconds and may fire within the last one.
const EARLY_MS = 1;

/**
 * Ends what is overdue, with one timer for all of it: a timer for each of thousands of requests would
 * be a good part of what they cost. What has settled is not taken back; the timer finds nothing due
 * then, and waits for the next.
 */
export class DeadlineTimer {
  readonly #waiting: () => Iterable<Expiring>;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  /** @param waiting - what may still expire, asked whenever the timer fires */
  constructor(waiting: () => Iterable<Expiring>) {
    this.#waiting = waiting;
  }

  /** Keeps the program alive and wakes at this time at the latest, on the clock of `performance.now()`. */
  watch(dueAt: number): void {
    if (dueAt >= this.#wakesAt) {
      this.#timer?.ref();
      return;
    }
    clearTimeout(this.#timer);
    this.#wakesAt = dueAt;
    this.#timer = setTimeout(this.#wake, clampTimerMs(dueAt - performance.now()));
  }

  /** Lets the program end: nothing waits. */
  rest(): void {
    this.#timer?.unref();
  }

  /** Nothing will wait any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  readonly #wake = (): void => {
    this.#timer = undefined;
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const now = performance.now() + EARLY_MS;
    let next = Number.POSITIVE_INFINITY;
    for (const each of this.#waiting()) {
      if (each.dueAt <= now) each.expire();
      else next = Math.min(next, each.dueAt);
    }
    if (next < Number.POSITIVE_INFINITY) this.watch(next);
  };
}
