import type { Readable } from 'node:stream';
import type { FrameReader } from './frame-reader.ts';

/** For so long a server may hold up everything else. */
const TURN_MS = 5;
/** What Node reads at most at a time; after that much it goes on within the same turn of the loop. */
const FULL_CHUNK_BYTES = 65_536;

/**
 * Hands what a server writes to its reader, in order, for 5 ms at a time: then timers, other servers and
 * what was sent meanwhile have their turn. As long as bytes wait here, no more are read, and a server that
 * writes faster than it is heard has to wait.
 */
export class OutputTurns {
  readonly #stream: Readable;
  readonly #reader: FrameReader;
  /** What did not fit into the turn. */
  #rest: Buffer | undefined;
  /** When the turn that runs ends, on the clock of `performance.now()`; 0 while none does. */
  #endsAt = 0;
  #bytesRead = 0;
  #isLast = false;
  #onDrained: (() => void)[] = [];

  constructor(stream: Readable, reader: FrameReader) {
    this.#stream = stream;
    this.#reader = reader;
    stream.on('data', this.#take);
  }

  /** How many bytes have been handed on. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** Reads no more; resolves once what was read has been handed on. */
  drained(): Promise<void> {
    this.#isLast = true;
    this.#stream.pause();
    if (this.#rest === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#onDrained.push(resolve));
  }

  readonly #take = (chunk: Buffer): void => {
    const isWithin = this.#endsAt > 0;
    const endsAt = isWithin ? this.#endsAt : performance.now() + TURN_MS;
    const end = this.#reader.read(chunk, endsAt);
    this.#bytesRead += end;
    if (end < chunk.length) {
      this.#rest = chunk.subarray(end);
      this.#stream.pause();
    }
    if (isWithin || (this.#rest === undefined && chunk.length < FULL_CHUNK_BYTES)) return;
    this.#endsAt = endsAt;
    setImmediate(this.#beginNext);
  };

  readonly #beginNext = (): void => {
    this.#endsAt = 0;
    const rest = this.#rest;
    if (rest === undefined) return;
    this.#rest = undefined;
    this.#take(rest);
    if (this.#rest !== undefined) return;
    if (!this.#isLast) this.#stream.resume();
    for (const resolve of this.#onDrained.splice(0)) resolve();
  };
}
