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

  /** The last whole lines, safe to show; empty when there are none. */
  quote(): string {
    const lines = this.#present(this.#ring.toString()).trimEnd().split('\n');
    // Its first half is gone, and a secret in it would no longer be recognised.
    if (this.#ring.overwritten) lines.shift();
    const text = lines.slice(-QUOTED_LINES).join('\n').trim();
    if (text.length <= QUOTED_LENGTH) return text;
    return `…${text.slice(-QUOTED_LENGTH).replace(/^[\udc00-\udfff]/, '')}`;
  }
}
