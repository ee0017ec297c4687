import { ChunkList } from '../chunk-list.ts';

/** Around a cut between chunks, so many bytes are searched anew: more than a key and its `null`. */
const EDGE_BYTES = 80;

/** A `null` that, were it in the envelope, would be refused. Data may break the line between tokens. */
const TELLING_NULL =
  /"(?:_meta|code|error|id|io\.modelcontextprotocol\/related-task|message|method|params|progressToken|result)"(?:\s|data:)*:(?:\s|data:)*null/;

/** The bytes of an event that has not ended yet. */
export class HeldEvent {
  readonly #bytes = new ChunkList();
  #tail = '';
  #isTelling = false;

  get size(): number {
    return this.#bytes.size;
  }

  get parts(): readonly Buffer[] {
    return this.#bytes.chunks;
  }

  /** Whether the event may need to be tidied: found without parsing it. */
  get isTelling(): boolean {
    return this.#isTelling;
  }

  add(part: Buffer): void {
    if (!this.#isTelling) this.#search(part);
    this.#bytes.add(part);
  }

  join(): Buffer {
    return this.#bytes.join();
  }

  #search(part: Buffer): void {
    const edge = this.#tail + part.toString('latin1', 0, EDGE_BYTES);
    const isAtEdge = this.#tail !== '' && TELLING_NULL.test(edge);
    const hasNull = isAtEdge || part.includes('null');
    this.#isTelling = isAtEdge || (hasNull && TELLING_NULL.test(part.toString('latin1')));
    const end = part.length < EDGE_BYTES ? edge : part.toString('latin1', part.length - EDGE_BYTES);
    this.#tail = end.slice(-EDGE_BYTES);
  }
}
