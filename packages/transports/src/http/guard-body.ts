import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { EventSplitter } from './event-splitter.ts';
import { HeldEvent } from './held-event.ts';
import { tidyAnswer } from './tidy-answer.ts';
import { tidyEvent } from './tidy-event.ts';
import { watchBody } from './watch-body.ts';

export interface BodyGuard {
  readonly maxBytes: number;
  /** Makes the error that a body over the limit fails with. */
  readonly onExceeded: () => Error;
  /** The id of the request that is answered, if it has one. */
  readonly requestId: () => RequestId | undefined;
  /** Makes the message that an event stream ends with, if it needs one. */
  readonly lastMessage: () => JSONRPCMessage | undefined;
}

/**
 * Stands between a decoded body and the SDK's parser. It bounds what a reader must hold, the whole
 * body or each event of a stream, and tidies the messages in it: JSON as it is parsed, an event when
 * a `null` in it tells that it may need it. Every other event passes byte for byte.
 */
export function guardBody(response: Response, guard: BodyGuard): Response {
  const type = response.headers.get('content-type') ?? '';
  const isEventStream = /^\s*text\/event-stream\b/i.test(type);
  return isEventStream ? guardEvents(response, guard) : guardJson(response, guard);
}

function guardJson(response: Response, { maxBytes, onExceeded, requestId }: BodyGuard): Response {
  let size = 0;
  const limited = watchBody(response, {
    onChunk(chunk) {
      size += chunk.length;
      if (size > maxBytes) throw onExceeded();
      return [chunk];
    },
  });
  const parse = limited.json.bind(limited);
  return Object.defineProperty(limited, 'json', {
    value: async () => tidyAnswer(await parse(), requestId),
  });
}

function guardEvents(response: Response, guard: BodyGuard): Response {
  const { maxBytes, onExceeded, requestId, lastMessage } = guard;
  const splitter = new EventSplitter();
  let held = new HeldEvent();
  const endEvent = (part: Buffer) => {
    const event = held;
    held = new HeldEvent();
    // What came in earlier chunks; whole chunks, since a reader can do nothing with them before.
    const earlier = [...event.parts];
    event.add(part);
    const tidied = event.isTelling
      ? tidyEvent(event.join(), (data) => tidyAnswer(data, requestId))
      : undefined;
    return { earlier, tidied };
  };
  return watchBody(response, {
    onChunk(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const passed: Uint8Array[] = [];
      let untouched = 0;
      let start = 0;
      for (const end of splitter.split(bytes)) {
        const { earlier, tidied } = endEvent(bytes.subarray(start, end));
        if (tidied === undefined) passed.push(...earlier);
        else {
          passed.push(bytes.subarray(untouched, start), tidied);
          untouched = end;
        }
        start = end;
      }
      passed.push(bytes.subarray(untouched, start));
      if (start < bytes.length) held.add(bytes.subarray(start));
      if (held.size > maxBytes) throw onExceeded();
      return passed.filter(({ length }) => length > 0);
    },
    onLast() {
      const message = lastMessage();
      if (message === undefined) return held.parts;
      // An event that only lacks its blank line may be the answer itself.
      const { earlier, tidied } = endEvent(EVENT_END);
      return [...(tidied ? [tidied] : [...earlier, EVENT_END]), toEvent(message)];
    },
    onBroken() {
      const message = lastMessage();
      return message === undefined ? [] : [toEvent(message)];
    },
  });
}

const EVENT_END = Buffer.from('\n\n');

function toEvent(message: JSONRPCMessage): Buffer {
  return Buffer.from(`data: ${JSON.stringify(message)}\n\n`);
}
