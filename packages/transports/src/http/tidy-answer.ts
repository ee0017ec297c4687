import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isMessage, tidyMessage } from '../tidy-message.ts';

/**
 * Tidies what a request was answered with: a message, a batch of them, or no message at all, which
 * is left alone. An error that names no request answers this one: a server may not have read the id
 * (JSON-RPC 2.0, section 5). What needs no tidying is returned itself.
 */
export function tidyAnswer(value: unknown, requestId: () => RequestId | undefined): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => tidyItem(item, requestId));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return tidyItem(value, requestId);
}

function tidyItem(value: unknown, requestId: () => RequestId | undefined): unknown {
  if (!isMessage(value)) return value;
  const message = tidyMessage(value);
  if (!('error' in message) || message.id !== undefined) return message;
  const id = requestId();
  return id === undefined ? message : { ...message, id };
}
