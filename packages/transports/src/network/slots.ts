/** Lets so many pieces of work run at a time, the others in the order they came. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `work` in a slot; a signal that aborts before ends the wait for one. */
  async hold<T>(work: () => Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait(signal: AbortSignal | null | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(take);
        reject(signal?.reason);
      };
      this.#waiting.add(take);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands the slot on; nobody is let in between. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
