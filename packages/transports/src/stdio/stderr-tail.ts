import { ByteRing } from './byte-ring.ts';

const RING_BYTES = 65_536;
const QUOTED_LINES = 20;
const QUOTED_LENGTH = 4096;

/** What a server wrote to its standard error last. */
export class StderrTail {
  readonly #ring = new ByteRing(RING_BYTES);
  readonly #present: (text: string) => string;

  /** @param present makes the text of a server safe to show */
  constructor(present: (text: string) => string) {
    this.#present = present;
  }

  write(chunk: Buffer): void {
    this.#ring.write(chunk);
  }

  /** The last lines, safe to show; empty when there are none. */
  quote(): string {
    const text = this.#present(this.#ring.toString()).trimEnd();
    // Where older bytes were overwritten may stand half a secret, which no mask recognises.
    const whole = this.#ring.overwritten ? text.slice(QUOTED_LENGTH) : text;
    const lines = whole.split('\n').slice(-QUOTED_LINES).join('\n').trim();
    if (lines.length <= QUOTED_LENGTH) return lines;
    return `…${lines.slice(-QUOTED_LENGTH).replace(/^[\udc00-\udfff]/, '')}`;
  }
}
