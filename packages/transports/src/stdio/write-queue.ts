import type { Writable } from 'node:stream';
import { ToolpoolError } from '@toolpool/foundation/errors';

const DONE = Promise.resolve();

/** Lines that are written together, and the one promise of their senders. */
class Batch {
  lines: string[] = [];
  bytes = 0;
  resolve: () => void = () => {};
  reject: (error: Error) => void = () => {};
  readonly promise = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    // A sender that does not look must not end the process.
    this.promise.catch(() => {});
  }
}

/**
 * Writes lines to a pipe in order. While the pipe takes them, the first of a turn is written at once
 * and the others of that turn together; while it does not, they wait, up to a bound in bytes.
 */
export class WriteQueue {
  readonly #pipe: Writable;
  readonly #maxPendingBytes: number;
  #turnOpen = false;
  /** Not handed to the pipe yet. */
  #waiting: Batch | undefined;
  /** Handed to the pipe, which asked for a pause. */
  #buffered: Batch | undefined;
  #failure: ToolpoolError | undefined;

  constructor(pipe: Writable, maxPendingBytes: number) {
    this.#pipe = pipe;
    this.#maxPendingBytes = maxPendingBytes;
    pipe.on('drain', this.#drain);
  }

  /**
   * Resolves when the pipe has taken the line and has room again.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_TRANSPORT_OVERLOADED`, or what {@link fail} was given
   */
  write(line: string): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (!this.#turnOpen && this.#buffered === undefined) {
      this.#turnOpen = true;
      void DONE.then(this.#endTurn);
      return this.#put(line);
    }
    const bytes = Buffer.byteLength(line);
    const pending = this.#pipe.writableLength + (this.#waiting?.bytes ?? 0);
    if (pending + bytes > this.#maxPendingBytes) return Promise.reject(this.#overloaded(pending));
    this.#waiting ??= new Batch();
    this.#waiting.lines.push(line);
    this.#waiting.bytes += bytes;
    return this.#waiting.promise;
  }

  /** Rejects everything that waits, and every later line. The first failure counts. */
  fail(error: ToolpoolError): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
    this.#buffered?.reject(this.#failure);
    this.#waiting = undefined;
    this.#buffered = undefined;
  }

  #put(text: string, batch?: Batch): Promise<void> {
    if (this.#pipe.write(text)) {
      batch?.resolve();
      return DONE;
    }
    this.#buffered = batch ?? new Batch();
    return this.#buffered.promise;
  }

  readonly #endTurn = (): void => {
    this.#turnOpen = false;
    const batch = this.#waiting;
    if (batch === undefined || this.#buffered !== undefined) return;
    this.#waiting = undefined;
    const text = batch.lines.join('');
    batch.lines = [];
    void this.#put(text, batch);
  };

  readonly #drain = (): void => {
    this.#buffered?.resolve();
    this.#buffered = undefined;
    this.#endTurn();
  };

  #overloaded(pending: number): ToolpoolError {
    return new ToolpoolError(
      `The server does not read its input: ${pending} bytes wait for it, the limit is ${this.#maxPendingBytes}.`,
      {
        code: 'TOOLPOOL_TRANSPORT_OVERLOADED',
        hint: 'Call it less often at once, or restart it.',
      },
    );
  }
}
