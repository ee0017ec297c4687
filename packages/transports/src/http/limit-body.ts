import { watchBody } from './watch-body.ts';

const EVENT_ENDS = ['\n\n', '\n\r\n', '\r\r'];
const LONGEST_EVENT_END = 3;

/**
 * Bounds what a reader must hold of a decoded body: the whole of it, or of an event stream each
 * event. The body fails with what `onExceeded` returns.
 */
export function limitBody(response: Response, maxBytes: number, onExceeded: () => Error): Response {
  const isEventStream = /^\s*text\/event-stream\b/i.test(
    response.headers.get('content-type') ?? '',
  );
  let held = 0;
  let before: Uint8Array = Buffer.alloc(0);
  return watchBody(response, {
    onChunk(chunk) {
      held += chunk.length;
      if (isEventStream) {
        held = Math.min(held, bytesAfterLastEvent(Buffer.concat([before, chunk])) ?? held);
        before = chunk.subarray(-(LONGEST_EVENT_END - 1));
      }
      if (held > maxBytes) throw onExceeded();
    },
  });
}

function bytesAfterLastEvent(bytes: Buffer): number | undefined {
  // Of a long event, most chunks hold no line end: that is quick to tell.
  if (!bytes.includes('\n') && !bytes.includes('\r')) return undefined;
  const ends = EVENT_ENDS.map((end) => {
    const index = bytes.lastIndexOf(end);
    return index < 0 ? -1 : index + end.length;
  });
  const last = Math.max(...ends);
  return last < 0 ? undefined : bytes.length - last;
}
