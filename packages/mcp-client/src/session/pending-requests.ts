import { DeadlineTimer } from './deadline-timer.ts';
import type { PendingRequest } from './pending-request.ts';

/** The requests of one session that wait for their answers, and the one timer of their clocks. */
export class PendingRequests {
  readonly #byId = new Map<number, PendingRequest>();
  readonly #deadlines = new DeadlineTimer(() => this.#running());
  #pauses = 0;
  #pausedAt = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** The id of the request, when there is exactly one. */
  get onlyId(): number | undefined {
    const [id, ...others] = this.#byId.keys();
    return others.length === 0 ? id : undefined;
  }

  get(id: number): PendingRequest | undefined {
    return this.#byId.get(id);
  }

  add(request: PendingRequest): void {
    this.#byId.set(request.id, request);
    this.#deadlines.watch(request.dueAt);
  }

  /** Gives out a request that waits no longer. */
  take(id: number): PendingRequest | undefined {
    const request = this.#byId.get(id);
    this.#byId.delete(id);
    if (this.#byId.size === 0) this.#deadlines.rest();
    return request;
  }

  /** Gives out all of them; none will follow. */
  end(): readonly PendingRequest[] {
    const all = [...this.#byId.values()];
    this.#byId.clear();
    this.#deadlines.stop();
    return all;
  }

  /** Stops every clock until the returned function is called; pauses may overlap. */
  pause(): () => void {
    if (this.#pauses === 0) this.#pausedAt = performance.now();
    this.#pauses++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#pauses--;
      if (this.#pauses === 0) this.#resume();
    };
  }

  #resume(): void {
    const now = performance.now();
    for (const request of this.#byId.values()) {
      request.leaveOut(this.#pausedAt, now);
      this.#deadlines.watch(request.dueAt);
    }
  }

  #running(): Iterable<PendingRequest> {
    return this.#pauses > 0 ? [] : this.#byId.values();
  }
}
