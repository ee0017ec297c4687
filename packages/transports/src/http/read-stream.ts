import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Endpoint } from './endpoint.ts';
import { EventReader, type StreamEvent } from './event-reader.ts';
import { createInvalidError } from './http-errors.ts';
import { toChunks } from './read-body.ts';
import { parseMessages } from './read-messages.ts';

/** Whether a response is a stream of events, by its media type. */
export function isEventStream({ headers }: Response): boolean {
  return /^\s*text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

export interface EventSink {
  readonly maxBytes: number;
  /** May return `false` to end the reading. */
  readonly onEvent: (event: StreamEvent) => boolean | undefined;
}

/**
 * Reads a stream until it ends, breaks or is done with.
 *
 * @returns `too-large` when an event is over the limit
 */
export async function readStream(
  response: Response,
  { maxBytes, onEvent }: EventSink,
): Promise<'ended' | 'too-large'> {
  const reader = new EventReader();
  try {
    for await (const chunk of toChunks(response)) {
      for (const event of reader.read(chunk)) if (onEvent(event) === false) return 'ended';
      if (reader.size > maxBytes) return 'too-large';
    }
  } catch {
    // A stream that breaks has ended; what it still held counts.
  }
  const last = reader.end();
  if (last !== undefined) onEvent(last);
  return 'ended';
}

/**
 * The messages in an event. Its name does not matter: some servers make up names of their own. Only an
 * event that is called a message and is none is an error.
 */
export function messagesOf(
  { data, type }: StreamEvent,
  { endpoint, requestId }: { readonly endpoint: Endpoint; readonly requestId?: RequestId },
): readonly JSONRPCMessage[] | Error {
  if (data === '') return [];
  const messages = parseMessages(data, requestId) ?? [];
  const isMessage = type === '' || type === 'message';
  if (messages.length > 0 || !isMessage) return messages;
  return createInvalidError('an event holds none.', endpoint);
}
