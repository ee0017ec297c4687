import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '@toolpool/foundation/values';

type Members = Readonly<Record<string, unknown>>;

/** MCP 2025-11-25, Tasks: one of two members of `_meta` that the protocol itself defines. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** Whether a value calls itself a message; the shape is for the protocol layer to check. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value.jsonrpc === '2.0';
}

/**
 * Frees the envelope of a message from what the SDK's strict schemas refuse: `null` counts as absent,
 * members that JSON-RPC does not have are left out. Results and parameters stay as they are, but for
 * their `_meta`. A tidy message is returned itself.
 */
export function tidyMessage(message: JSONRPCMessage): JSONRPCMessage {
  if (isTidy(message)) return message;
  const tidied = rebuild(message);
  rebuilt.add(tidied);
  return tidied;
}

/** Whether a message that a transport handed on was not tidy as its server sent it. */
export function wasTidied(message: object): boolean {
  return rebuilt.has(message);
}

const rebuilt = new WeakSet<object>();

function isTidy(message: Members): boolean {
  for (const name in message) if (!isTidyMember(name, message[name])) return false;
  return true;
}

function isTidyMember(name: string, value: unknown): boolean {
  switch (name) {
    case 'jsonrpc':
      return true;
    case 'id':
      return !isAbsent(value);
    case 'method':
      return typeof value === 'string';
    case 'params':
      return isRecord(value) && isTidyMeta(value._meta);
    case 'result':
      return isRecord(value) ? isTidyMeta(value._meta) : !isAbsent(value);
    case 'error':
      return isTidyError(value);
    default:
      return false;
  }
}

function rebuild({ id, method, params, result, error }: Members): JSONRPCMessage {
  const message: Record<string, unknown> = { jsonrpc: '2.0' };
  if (!isAbsent(id)) message.id = id;
  if (typeof method === 'string') {
    message.method = method;
    if (isRecord(params)) message.params = tidyHolder(params);
    return message as JSONRPCMessage;
  }
  if (!isAbsent(error)) message.error = tidyError(error);
  // Alone, a null result says that there is nothing to say.
  if (!isAbsent(result)) message.result = isRecord(result) ? tidyHolder(result) : result;
  else if (result === null && isAbsent(error)) message.result = {};
  return message as JSONRPCMessage;
}

function tidyHolder(holder: Members): Members {
  const { _meta: meta, ...rest } = holder;
  if (isTidyMeta(meta)) return holder;
  if (!isRecord(meta)) return rest;
  const { progressToken, [RELATED_TASK]: relatedTask, ...own } = meta;
  return {
    ...rest,
    _meta: {
      ...own,
      ...(isToken(progressToken) && { progressToken }),
      ...(isTask(relatedTask) && { [RELATED_TASK]: relatedTask }),
    },
  };
}

function isTidyMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  const { progressToken, [RELATED_TASK]: relatedTask } = meta;
  return (
    (progressToken === undefined || isToken(progressToken)) &&
    (relatedTask === undefined || isTask(relatedTask))
  );
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isTask(value: unknown): boolean {
  return isRecord(value) && typeof value.taskId === 'string';
}

function isTidyError(error: unknown): boolean {
  return isRecord(error) && Number.isSafeInteger(error.code) && typeof error.message === 'string';
}

function tidyError(error: unknown): Members {
  const { code, message, data } = isRecord(error) ? error : {};
  return {
    code: Number.isSafeInteger(code) ? code : -32603,
    message: typeof message === 'string' ? message : 'no message',
    ...(data !== undefined && { data }),
  };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
