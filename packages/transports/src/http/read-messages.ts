import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isMessage, tidyMessage } from '../tidy-message.ts';

/**
 * The tidy messages in what a request was answered with: one, a batch of them, or none at all. An
 * error that names no request answers this one: a server may not have read the id (JSON-RPC 2.0,
 * section 5).
 */
function readMessages(value: unknown, requestId?: RequestId): readonly JSONRPCMessage[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter(isMessage).map((item) => {
    const message = tidyMessage(item);
    const isNameless = 'error' in message && message.id === undefined;
    return isNameless && requestId !== undefined ? { ...message, id: requestId } : message;
  });
}

/** As {@link readMessages}, of a text that may begin with a byte-order mark; `undefined`: it is no JSON. */
export function parseMessages(
  text: string,
  requestId?: RequestId,
): readonly JSONRPCMessage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
  return readMessages(value, requestId);
}

/** Whether a message is the answer to a request; some servers echo its id as a string. */
export function isAnswerTo(id: RequestId, message: JSONRPCMessage): boolean {
  return !('method' in message) && message.id !== undefined && String(message.id) === String(id);
}
