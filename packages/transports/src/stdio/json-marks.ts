const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Most strings end within so many bytes and are walked through; only for others a search pays. */
const WALK_BYTES = 128;

/** Which bytes make the structure of JSON: brackets and commas. */
const IS_MARK = new Uint8Array(256);
for (const mark of '[]{},') IS_MARK[mark.charCodeAt(0)] = 1;

/** Finds the brackets and commas of a JSON text that comes in parts, and none that stand in a string. */
export class JsonMarks {
  #inString = false;
  /** Whether the last byte of a string escapes the next. */
  #isEscaped = false;

  /** The place of the next mark from `start` on, or the length of the part when it comes later. */
  next(part: Buffer, start: number): number {
    for (let at = start; at < part.length; at += 1) {
      if (this.#inString) {
        at = this.#findQuote(part, at);
        this.#inString = at === part.length;
      } else if (part[at] === QUOTE) {
        this.#inString = true;
      } else if (IS_MARK[part[at] as number] === 1) {
        return at;
      }
    }
    return part.length;
  }

  #findQuote(part: Buffer, start: number): number {
    for (let at = start; ; ) {
      const end = Math.min(part.length, at + WALK_BYTES);
      at = this.#walk(part, at, end);
      if (at < end || at === part.length) return at;
      at = this.#jump(part, at);
      if (at === part.length || !this.#isEscaped) return at;
    }
  }

  /** Goes on byte by byte to the quote that ends the string, or to `end`. */
  #walk(part: Buffer, start: number, end: number): number {
    for (let at = start; at < end; at += 1) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (part[at] === BACKSLASH) this.#isEscaped = true;
      else if (part[at] === QUOTE) return at;
    }
    return end;
  }

  /** Goes on to the next quote, which may be escaped, or to the end of the part. */
  #jump(part: Buffer, start: number): number {
    const from = this.#isEscaped ? start + 1 : start;
    const quote = part.indexOf(QUOTE, from);
    const end = quote === -1 ? part.length : quote;
    let backslashes = 0;
    while (end - backslashes > from && part[end - backslashes - 1] === BACKSLASH) backslashes += 1;
    this.#isEscaped = backslashes % 2 === 1;
    return end;
  }
}
