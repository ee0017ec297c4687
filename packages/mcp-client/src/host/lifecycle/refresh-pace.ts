// What is announced in one turn is one change.
const FIRST_WAIT_MS = 10;
const INTERVAL_MS = 250;
const MAX_INTERVAL_MS = 30_000;
const FREE_REFRESHES = 3;

/**
 * How soon a list may be asked for again: four times a second. A server that goes on announcing changes
 * where there are none, as one does that announces them whenever it is asked, is asked ever more rarely
 * after the third time, down to once in 30 s; a change that is one ends that, and so does silence.
 */
export class RefreshPace {
  #startedAt = Number.NEGATIVE_INFINITY;
  #inVain = 0;

  /** Milliseconds until the next refresh may begin. */
  waitMs(): number {
    const sinceMs = performance.now() - this.#startedAt;
    if (sinceMs > 4 * this.#intervalMs()) this.#inVain = 0;
    return Math.max(FIRST_WAIT_MS, this.#intervalMs() - sinceMs);
  }

  begins(): void {
    this.#startedAt = performance.now();
    this.#inVain++;
  }

  /** The refresh brought something new. */
  wasWorthIt(): void {
    this.#inVain = 0;
  }

  #intervalMs(): number {
    const doublings = Math.max(0, this.#inVain - FREE_REFRESHES);
    return Math.min(INTERVAL_MS * 2 ** doublings, MAX_INTERVAL_MS);
  }
}
