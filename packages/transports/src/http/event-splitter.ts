const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Finds where the events of a stream end: after a blank line, and lines end with LF, CR or CRLF
 * (WHATWG HTML, Server-sent events, section 9.2.5). Chunks may be cut anywhere; each byte is looked
 * at once per kind of line end.
 */
export class EventSplitter {
  #isLineEmpty = true;
  #isAfterCarriageReturn = false;
  #isAfterEvent = true;

  /**
   * The indexes in the next chunk before which an event ends. The LF of a CRLF that ends one counts as
   * an event of its own, so that it is not held back: a reader waits for it.
   */
  split(chunk: Buffer): number[] {
    const ends: number[] = [];
    let lineFeed = -1;
    let carriageReturn = -1;
    for (let start = 0; start < chunk.length; ) {
      if (lineFeed < start) lineFeed = indexOf(chunk, LINE_FEED, start);
      if (carriageReturn < start) carriageReturn = indexOf(chunk, CARRIAGE_RETURN, start);
      const end = Math.min(lineFeed, carriageReturn);
      if (end > start) this.#readContent();
      if (end < chunk.length && this.#endLine(end === carriageReturn)) ends.push(end + 1);
      start = end + 1;
    }
    return ends;
  }

  #readContent(): void {
    this.#isLineEmpty = false;
    this.#isAfterCarriageReturn = false;
  }

  /** Whether an event ends here. */
  #endLine(isCarriageReturn: boolean): boolean {
    const isSecondHalf = this.#isAfterCarriageReturn && !isCarriageReturn;
    this.#isAfterCarriageReturn = isCarriageReturn;
    if (!isSecondHalf) {
      this.#isAfterEvent = this.#isLineEmpty;
      this.#isLineEmpty = true;
    }
    return this.#isAfterEvent;
  }
}

function indexOf(chunk: Buffer, byte: number, start: number): number {
  const index = chunk.indexOf(byte, start);
  return index < 0 ? chunk.length : index;
}
