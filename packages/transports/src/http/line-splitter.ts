import { ChunkList } from '../chunk-list.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Splits bytes that may be cut anywhere into lines, which end with LF, CR or CRLF. A line is given out
 * as soon as it ends: the LF of a CRLF is not waited for.
 */
export class LineSplitter {
  #held = new ChunkList();
  #expectsLineFeed = false;
  #isFirstLine = true;

  /** The bytes of the line that has not ended yet. */
  get size(): number {
    return this.#held.size;
  }

  /** The lines that end in this chunk. */
  split(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    const next = findLineEnds(chunk);
    let start = this.#expectsLineFeed ? this.#skipLineFeed(chunk, 0) : 0;
    for (let end = next(start); end < chunk.length; end = next(start)) {
      lines.push(this.#take(chunk.subarray(start, end)));
      start = chunk[end] === CARRIAGE_RETURN ? this.#skipLineFeed(chunk, end + 1) : end + 1;
    }
    if (start < chunk.length) this.#held.add(chunk.subarray(start));
    return lines;
  }

  /** The line that the end of the bytes has cut off, if there is one. */
  end(): string | undefined {
    return this.#held.size === 0 ? undefined : this.#take(Buffer.alloc(0));
  }

  #skipLineFeed(chunk: Buffer, start: number): number {
    this.#expectsLineFeed = start === chunk.length;
    return chunk[start] === LINE_FEED ? start + 1 : start;
  }

  #take(rest: Buffer): string {
    const line = this.#held.size === 0 ? rest.toString('utf8') : this.#join(rest);
    if (!this.#isFirstLine) return line;
    this.#isFirstLine = false;
    return line.replace(/^\uFEFF/, '');
  }

  #join(rest: Buffer): string {
    this.#held.add(rest);
    const line = this.#held.join().toString('utf8');
    this.#held = new ChunkList();
    return line;
  }
}

/** Finds the first line end at or behind an index; each byte is looked at once per kind of line end. */
function findLineEnds(chunk: Buffer): (start: number) => number {
  let lineFeed = -1;
  let carriageReturn = -1;
  return (start) => {
    if (lineFeed < start) lineFeed = indexOf(chunk, LINE_FEED, start);
    if (carriageReturn < start) carriageReturn = indexOf(chunk, CARRIAGE_RETURN, start);
    return Math.min(lineFeed, carriageReturn);
  };
}

function indexOf(chunk: Buffer, byte: number, start: number): number {
  const index = chunk.indexOf(byte, start);
  return index < 0 ? chunk.length : index;
}
