/** Keeps the last `capacity` bytes of a stream; its memory grows with what was written. */
export class ByteRing {
  readonly #capacity: number;
  #bytes = Buffer.alloc(0);
  #length = 0;
  #next = 0;
  #overwritten = false;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  write(chunk: Buffer): void {
    const kept = chunk.length > this.#capacity ? chunk.subarray(-this.#capacity) : chunk;
    this.#grow(Math.min(this.#length + kept.length, this.#capacity));
    this.#overwritten ||= this.#length + chunk.length > this.#capacity;
    const first = kept.copy(this.#bytes, this.#next);
    kept.copy(this.#bytes, 0, first);
    this.#next = (this.#next + kept.length) % this.#capacity;
    this.#length = Math.min(this.#length + kept.length, this.#capacity);
  }

  /** The kept bytes as text, without the rest of a character whose beginning was overwritten. */
  toString(): string {
    if (!this.#overwritten) return this.#bytes.toString('utf8', 0, this.#length);
    const bytes = Buffer.concat([
      this.#bytes.subarray(this.#next),
      this.#bytes.subarray(0, this.#next),
    ]);
    let start = 0;
    while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
    return bytes.toString('utf8', start);
  }

  /** Whether older bytes than the kept ones were written. */
  get overwritten(): boolean {
    return this.#overwritten;
  }

  #grow(needed: number): void {
    if (needed <= this.#bytes.length) return;
    const size = Math.min(Math.max(needed, 2 * this.#bytes.length, 256), this.#capacity);
    const bytes = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }
}
