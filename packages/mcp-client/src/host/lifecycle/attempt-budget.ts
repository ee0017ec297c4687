import type { ReconnectPolicy } from './reconnect-policy.ts';

type Limits = Pick<ReconnectPolicy, 'isLocal' | 'maxAttempts' | 'healthyMs'>;

/**
 * Counts attempts to bring a server back. Those of a remote server count until a connection has
 * lasted, those of a local one for a time: one that dies every minute is not kept alive for ever by
 * the minute it lives. All times in milliseconds of one monotonic clock.
 */
export class AttemptBudget {
  readonly #limits: Limits;
  #times: number[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Takes one attempt and gives its number, from 1; `undefined`: there is none left. */
  take(now: number): number | undefined {
    const { isLocal, maxAttempts, healthyMs } = this.#limits;
    if (isLocal) this.#times = this.#times.filter((time) => now - time < healthyMs);
    if (this.#times.length >= maxAttempts) return undefined;
    return this.#times.push(now);
  }

  /** Hears how long a connection has lasted. */
  lasted(ms: number): void {
    if (ms >= this.#limits.healthyMs) this.#times = [];
  }
}
