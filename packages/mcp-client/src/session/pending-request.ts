import { clampTimerMs } from '@toolpool/foundation/timing';
import { type Abortable, addAbortTarget, removeAbortTarget } from './abort-listeners.ts';
import type { Expiring } from './deadline-timer.ts';
import type { RequestOptions } from './session.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** What a pending request tells its channel when it ends before an answer came. */
export interface PendingOwner {
  giveUp(request: PendingRequest, why: 'cancelled' | 'timed-out'): void;
}

/** One request on the wire: its promise, its deadline and its place on the caller's signal. */
export class PendingRequest implements Abortable, Expiring {
  readonly id: number;
  readonly method: string;
  readonly target: string | undefined;
  readonly promise: Promise<unknown>;
  readonly timeoutMs: number;
  readonly dueAt: number;
  readonly onProgress: RequestOptions['onProgress'];
  readonly #owner: PendingOwner;
  readonly #signal: AbortSignal | undefined;
  #resolve!: (result: unknown) => void;
  #reject!: (error: Error) => void;

  constructor(
    owner: PendingOwner,
    { id, method }: { readonly id: number; readonly method: string },
    { timeoutMs = DEFAULT_TIMEOUT_MS, signal, onProgress, target }: RequestOptions,
  ) {
    this.id = id;
    this.target = target;
    this.method = method;
    this.timeoutMs = timeoutMs > 0 ? clampTimerMs(timeoutMs) : DEFAULT_TIMEOUT_MS;
    this.dueAt = performance.now() + this.timeoutMs;
    this.onProgress = onProgress;
    this.#owner = owner;
    this.#signal = signal;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (signal) addAbortTarget(signal, this);
  }

  abort(): void {
    this.#owner.giveUp(this, 'cancelled');
  }

  expire(): void {
    this.#owner.giveUp(this, 'timed-out');
  }

  resolve(result: unknown): void {
    this.#release();
    this.#resolve(result);
  }

  reject(error: Error): void {
    this.#release();
    this.#reject(error);
  }

  #release(): void {
    if (this.#signal) removeAbortTarget(this.#signal, this);
  }
}
