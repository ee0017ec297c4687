import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { createTooLargeResponse } from '../too-large-response.ts';
import { ByteRing } from './byte-ring.ts';

const WINDOW_BYTES = 4096;

/** One top-level member of an object: its key, and its value when that is a short scalar. */
const MEMBER = /\s*[{,]\s*"((?:[^"\\]|\\.)*)"\s*:\s*(?:("(?:[^"\\]|\\.)*"|-?\d+)(?=\s*[,}]))?/y;
/** The scalar members that end an object; a quote inside a string would be escaped. */
const LAST_MEMBERS = /((?:,\s*"(?:id|jsonrpc)"\s*:\s*(?:"[^"\\]*"|-?\d+)\s*)+)\}\s*$/;

/**
 * A frame over the limit, of which only the two ends are kept while it streams by: enough to tell
 * which request it answers, since the id stands before or after the one large member.
 */
export class OversizedFrame {
  #head = Buffer.alloc(0);
  readonly #tail = new ByteRing(WINDOW_BYTES);

  static from(parts: readonly Buffer[]): OversizedFrame {
    const frame = new OversizedFrame();
    for (const part of parts) frame.add(part);
    return frame;
  }

  add(part: Buffer): void {
    const missing = WINDOW_BYTES - this.#head.length;
    if (missing > 0) this.#head = Buffer.concat([this.#head, part.subarray(0, missing)]);
    this.#tail.write(part);
  }

  get start(): string {
    return this.#head.toString('utf8');
  }

  /** The error response to deliver in its place; `undefined` when it answers no request. */
  toErrorResponse(maxBytes: number): JSONRPCMessage | undefined {
    const id = findResponseId(this.start, this.#tail.toString());
    return id === undefined ? undefined : createTooLargeResponse(id, maxBytes);
  }
}

function findResponseId(head: string, tail: string): RequestId | undefined {
  const members = new Map<string, string | undefined>();
  MEMBER.lastIndex = head.startsWith('\uFEFF') ? 1 : 0;
  for (let match = MEMBER.exec(head); match; match = MEMBER.exec(head)) {
    members.set(match[1] ?? '', match[2]);
    if (match[2] === undefined) break;
  }
  if (members.has('method') || !(members.has('result') || members.has('error'))) return undefined;
  const last = LAST_MEMBERS.exec(tail)?.[1];
  const id = members.get('id') ?? last?.match(/"id"\s*:\s*("[^"\\]*"|-?\d+)/)?.[1];
  return id === undefined ? undefined : JSON.parse(id);
}
