import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../records.ts';

type Message = Readonly<Record<string, unknown>>;

/**
 * Makes a message acceptable to the SDK's strict schemas, which drop what they do not know without
 * an answer: `null` counts as absent, members that JSON-RPC does not have are left out.
 */
export function tidyMessage(message: Message): JSONRPCMessage {
  const { id, method, params, result, error } = message;
  const head = { jsonrpc: '2.0', ...(id !== null && id !== undefined && { id }) };
  let body: Message;
  if (typeof method === 'string') {
    body = { method, ...(isRecord(params) && { params: withoutNullMeta(params) }) };
  } else if (error !== null && error !== undefined) {
    body = { error: tidyError(error) };
  } else {
    body = { result: withoutNullMeta(isRecord(result) ? result : {}) };
  }
  return { ...head, ...body } as JSONRPCMessage;
}

function withoutNullMeta(holder: Message): Message {
  if (!('_meta' in holder) || isRecord(holder._meta)) return holder;
  const { _meta, ...rest } = holder;
  return rest;
}

function tidyError(error: unknown): Message {
  const { code, message, data } = isRecord(error) ? error : {};
  return {
    code: Number.isInteger(code) ? code : -32603,
    message: typeof message === 'string' ? message : 'no message',
    ...(data !== undefined && { data }),
  };
}
