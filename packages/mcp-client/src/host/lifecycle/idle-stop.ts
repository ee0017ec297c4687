/** Calls back once a server has had no call for a time; a call in flight is one for as long. */
export class IdleStop {
  readonly afterMs: number;
  readonly #onIdle: () => void;
  #calls = 0;
  #isArmed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, onIdle: () => void) {
    this.afterMs = afterMs;
    this.#onIdle = onIdle;
  }

  /** Starts to count, from now. */
  arm(): void {
    this.#isArmed = true;
    this.#restart();
  }

  disarm(): void {
    this.#isArmed = false;
    clearTimeout(this.#timer);
  }

  callBegins(): void {
    this.#calls++;
    clearTimeout(this.#timer);
  }

  callEnds(): void {
    this.#calls--;
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    if (!this.#isArmed || this.#calls > 0) return;
    this.#timer = setTimeout(this.#onIdle, this.afterMs).unref();
  }
}
