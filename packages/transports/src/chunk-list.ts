/** Smaller chunks are copied together, so that bytes that come one by one cost no object each. */
const SMALL_CHUNK_BYTES = 4096;
const BLOCK_BYTES = 16_384;

/** Collects chunks to join them once: linear in time and memory however small they are. */
export class ChunkList {
  #chunks: Buffer[] = [];
  #size = 0;
  #block = Buffer.alloc(0);
  #blockStart = 0;
  #blockEnd = 0;
  #lastIsBlock = false;

  get size(): number {
    return this.#size;
  }

  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (chunk.length < SMALL_CHUNK_BYTES && this.#chunks.length > 0) {
      this.#copyToBlock(chunk);
    } else {
      this.#chunks.push(chunk);
      this.#lastIsBlock = false;
    }
  }

  join(): Buffer {
    return Buffer.concat(this.#chunks, this.#size);
  }

  #copyToBlock(chunk: Buffer): void {
    if (this.#blockEnd + chunk.length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.#blockEnd = 0;
      this.#lastIsBlock = false;
    }
    if (this.#lastIsBlock) this.#chunks.pop();
    else this.#blockStart = this.#blockEnd;
    chunk.copy(this.#block, this.#blockEnd);
    this.#blockEnd += chunk.length;
    this.#chunks.push(this.#block.subarray(this.#blockStart, this.#blockEnd));
    this.#lastIsBlock = true;
  }
}
