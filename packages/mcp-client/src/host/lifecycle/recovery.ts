import type { ToolpoolError } from '@toolpool/foundation/errors';
import { AttemptBudget } from './attempt-budget.ts';
import { givenUp, type ReconnectPolicy, reconnectDelayMs } from './reconnect-policy.ts';

/** The next attempt to bring a lost server back. */
export interface PlannedAttempt {
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly delayMs: number;
  /** Why it is needed. */
  readonly error: ToolpoolError;
}

/** Plans the attempts to bring one server back, one at a time, and starts each at its time. */
export class Recovery {
  readonly #policy: ReconnectPolicy;
  readonly #budget: AttemptBudget;
  readonly #start: () => void;
  #plan: PlannedAttempt | undefined;
  #dueAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(policy: ReconnectPolicy, start: () => void) {
    this.#policy = policy;
    this.#budget = new AttemptBudget(policy);
    this.#start = start;
  }

  /** The attempt that is planned, or runs. */
  get plan(): PlannedAttempt | undefined {
    return this.#plan;
  }

  /**
   * Plans the next attempt after one more failure; `undefined`: there is none left. One that a call
   * made before its time takes nothing from the plan.
   */
  next(error: ToolpoolError): PlannedAttempt | undefined {
    const now = performance.now();
    const isEarly = this.#plan !== undefined && this.#dueAt > now;
    const attempt = isEarly ? this.#plan?.attempt : this.#budget.take(now);
    if (attempt === undefined) {
      this.stop();
      return undefined;
    }
    if (!isEarly) this.#dueAt = now + reconnectDelayMs(this.#policy, attempt, Math.random());
    const delayMs = Math.round(this.#dueAt - now);
    this.#plan = { attempt, maxAttempts: this.#policy.maxAttempts, delayMs, error };
    // A program that has nothing else to do need not wait for it: who calls starts it at once.
    this.#timer = setTimeout(this.#expire, delayMs).unref();
    return this.#plan;
  }

  /** Holds the timer while an attempt runs. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Drops the plan: the server is back, or given up. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#plan = undefined;
  }

  /** Hears how long a connection has lasted, in milliseconds. */
  lasted(ms: number): void {
    this.#budget.lasted(ms);
  }

  /** What a server has failed with whose attempts are used up. */
  giveUp(server: string, cause: ToolpoolError): ToolpoolError {
    return givenUp(server, this.#policy, cause);
  }

  readonly #expire = (): void => {
    this.#dueAt = 0;
    this.#start();
  };
}
