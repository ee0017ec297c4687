import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ChunkList } from '../chunk-list.ts';
import { isMessage, tidyMessage } from '../tidy-message.ts';
import { LongFrame } from './long-frame.ts';
import { OversizedFrame } from './oversized-frame.ts';

const LINE_FEED = 10;
const LINES_PER_LOOK = 16;
/** From here on a frame is parsed while it comes: in one go it would take several milliseconds. */
const LONG_BYTES = 262_144;

export interface FrameReaderOptions {
  readonly maxMessageBytes: number;
  readonly onMessage: (message: JSONRPCMessage) => void;
  /** Gets the beginning, at least, of a line that is no JSON-RPC message. */
  readonly onSkippedLine: (line: string) => void;
}

/**
 * Turns the bytes of a stdio server into messages: one JSON value per line, and lines end with LF
 * only. Linear in time and memory however the bytes are cut. A byte-order mark and a CR are
 * tolerated, a batch is unpacked, a blank line is nothing.
 */
export class FrameReader {
  readonly #options: FrameReaderOptions;
  /** The beginning of a frame whose end has not come yet. */
  #partial: ChunkList | LongFrame | OversizedFrame | undefined;

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  /**
   * Reads a chunk, until `endsAt` on the clock of `performance.now()`; tells how many of its bytes it has
   * read. The others are to be given to it next.
   */
  read(chunk: Buffer, endsAt: number): number {
    let start = 0;
    let lines = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      // A look at the clock costs as much as a short line.
      if (lines % LINES_PER_LOOK === 0 && performance.now() >= endsAt) return start;
      lines += 1;
      this.#endFrame(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#partial = this.#extend(chunk.subarray(start));
    return chunk.length;
  }

  #endFrame(chunk: Buffer, start: number, end: number): void {
    if (this.#partial === undefined && end - start <= this.#options.maxMessageBytes) {
      this.#readLine(chunk.toString('utf8', start, end));
      return;
    }
    const frame = this.#extend(chunk.subarray(start, end));
    this.#partial = undefined;
    if (frame instanceof OversizedFrame) this.#answer(frame);
    else if (frame instanceof LongFrame) this.#read(frame.parse(), frame.ends.start);
    else this.#readLine(frame.join().toString('utf8'));
  }

  #extend(part: Buffer): ChunkList | LongFrame | OversizedFrame {
    let frame = this.#partial ?? new ChunkList();
    if (!(frame instanceof OversizedFrame)) {
      const size = frame.size + part.length;
      if (frame instanceof ChunkList && size > LONG_BYTES) frame = LongFrame.from(frame.chunks);
      if (size > this.#options.maxMessageBytes) frame = endsOf(frame);
    }
    frame.add(part);
    return frame;
  }

  #answer(frame: OversizedFrame): void {
    const response = frame.toErrorResponse(this.#options.maxMessageBytes);
    if (response === undefined) this.#options.onSkippedLine(frame.start);
    else this.#options.onMessage(response);
  }

  #readLine(text: string): void {
    const line = text.startsWith('\uFEFF') ? text.slice(1) : text;
    this.#read(parseJson(line), line);
  }

  #read(value: unknown, line: string): void {
    if (isMessage(value)) this.#options.onMessage(tidyMessage(value));
    else if (Array.isArray(value) && value.length > 0) this.#readBatch(value, line);
    else if (line.trim() !== '') this.#options.onSkippedLine(line);
  }

  #readBatch(items: readonly unknown[], line: string): void {
    const messages = items.filter(isMessage);
    for (const message of messages) this.#options.onMessage(tidyMessage(message));
    if (messages.length < items.length) this.#options.onSkippedLine(line);
  }
}

function endsOf(frame: ChunkList | LongFrame): OversizedFrame {
  return frame instanceof LongFrame ? frame.ends : OversizedFrame.from(frame.chunks);
}

function parseJson(line: string): unknown {
  // Most other lines are log output, for which an exception each would be dear.
  if (!/^\s*[{[]/.test(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
