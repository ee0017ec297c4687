import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ChunkList } from '../chunk-list.ts';
import { isMessage, tidyMessage } from '../tidy-message.ts';
import { OversizedFrame } from './oversized-frame.ts';

const LINE_FEED = 10;

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
  #partial: ChunkList | OversizedFrame | undefined;

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#endFrame(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#partial = this.#extend(chunk.subarray(start));
  }

  #endFrame(chunk: Buffer, start: number, end: number): void {
    if (this.#partial === undefined && end - start <= this.#options.maxMessageBytes) {
      this.#readLine(chunk.toString('utf8', start, end));
      return;
    }
    const frame = this.#extend(chunk.subarray(start, end));
    this.#partial = undefined;
    if (frame instanceof ChunkList) this.#readLine(frame.join().toString('utf8'));
    else this.#answer(frame);
  }

  #extend(part: Buffer): ChunkList | OversizedFrame {
    const partial = this.#partial ?? new ChunkList();
    const fits =
      partial instanceof OversizedFrame ||
      partial.size + part.length <= this.#options.maxMessageBytes;
    const frame = fits ? partial : OversizedFrame.from(partial.chunks);
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
    const value = parseJson(line);
    const items: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    const messages = items.filter(isMessage);
    for (const message of messages) this.#options.onMessage(tidyMessage(message));
    if (messages.length < items.length && line.trim() !== '') this.#options.onSkippedLine(line);
  }
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
