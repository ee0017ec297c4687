import { clampTimerMs } from '@toolpool/foundation/timing';
import { type Abortable, addAbortTarget, removeAbortTarget } from './abort-listeners.ts';
import type { Expiring } from './deadline-timer.ts';
import type { RequestOptions } from './session.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

/** What a pending request tells its channel when it ends before an answer came. */
export interface PendingOwner {
  giveUp(request: PendingRequest, why: WhyGivenUp): void;
}

/** `silent`: its server gave no sign of life for as long as it may. */
export type WhyGivenUp = 'cancelled' | 'timed-out' | 'silent';

/** One request on the wire: its promise, its two clocks and its place on the caller's signal. */
export class PendingRequest implements Abortable, Expiring {
  readonly id: number;
  readonly method: string;
  readonly target: string | undefined;
  readonly promise: Promise<unknown>;
  readonly timeoutMs: number;
  /** 0: it may be silent for as long as it lasts. */
  readonly idleTimeoutMs: number;
  readonly onProgress: RequestOptions['onProgress'];
  readonly #owner: PendingOwner;
  readonly #signal: AbortSignal | undefined;
  #overAt: number;
  #silentAt: number;
  #resolve!: (result: unknown) => void;
  #reject!: (error: Error) => void;

  constructor(
    owner: PendingOwner,
    { id, method }: { readonly id: number; readonly method: string },
    {
      timeoutMs = DEFAULT_TIMEOUT_MS,
      idleTimeoutMs = 0,
      signal,
      onProgress,
      target,
    }: RequestOptions,
  ) {
    this.id = id;
    this.target = target;
    this.method = method;
    this.timeoutMs = timeoutMs > 0 ? clampTimerMs(timeoutMs) : DEFAULT_TIMEOUT_MS;
    this.idleTimeoutMs = idleTimeoutMs;
    const now = performance.now();
    this.#overAt = now + this.timeoutMs;
    this.#silentAt = idleTimeoutMs > 0 ? now + idleTimeoutMs : Number.POSITIVE_INFINITY;
    this.onProgress = onProgress;
    this.#owner = owner;
    this.#signal = signal;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (signal) addAbortTarget(signal, this);
  }

  get dueAt(): number {
    return Math.min(this.#overAt, this.#silentAt);
  }

  /** Takes a sign of life: it may be silent for as long again, and lasts no longer for that. */
  heard(): void {
    if (this.idleTimeoutMs > 0) this.#silentAt = performance.now() + this.idleTimeoutMs;
  }

  /** Leaves a time out of both clocks, as far as it was there; between two readings of `performance.now()`. */
  leaveOut(from: number, to: number): void {
    const ms = to - Math.max(from, this.#overAt - this.timeoutMs);
    if (ms <= 0) return;
    this.#overAt += ms;
    this.#silentAt += ms;
  }

  abort(): void {
    this.#owner.giveUp(this, 'cancelled');
  }

  expire(): void {
    this.#owner.giveUp(this, this.#silentAt < this.#overAt ? 'silent' : 'timed-out');
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
