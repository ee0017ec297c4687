const DEFAULT_RETRY_MS = 500;
/** A server may ask for any delay; no stream is opened anew faster or slower than this. */
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 60_000;
const LONG_LIFE_MS = 10_000;

/**
 * How long to wait before a stream is opened anew: what its server asks for, doubled each time that it
 * ended at once without having said anything.
 */
export class StreamPace {
  #retryMs = DEFAULT_RETRY_MS;
  #barren = 0;
  #openedAt = 0;
  #hasSpoken = false;

  /** How many streams in a row were of no use. */
  get barren(): number {
    return this.#barren;
  }

  opened(): void {
    this.#openedAt = performance.now();
    this.#hasSpoken = false;
  }

  spoke(): void {
    this.#hasSpoken = true;
  }

  askedFor(retryMs: number): void {
    this.#retryMs = retryMs;
  }

  ended(): void {
    const isUseful = this.#hasSpoken || performance.now() - this.#openedAt >= LONG_LIFE_MS;
    this.#barren = isUseful ? 0 : this.#barren + 1;
  }

  /** Counts an attempt that opened no stream. */
  failed(): void {
    this.#barren += 1;
  }

  delayMs(): number {
    const base = Math.min(Math.max(this.#retryMs, MIN_DELAY_MS), MAX_DELAY_MS);
    const jitter = 1 + Math.random() / 4;
    return Math.min(base * 2 ** this.#barren * jitter, MAX_DELAY_MS);
  }
}
