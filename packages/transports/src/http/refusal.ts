import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import type { Endpoint } from './endpoint.ts';
import { createExpiredError, createStatusError } from './http-errors.ts';
import type { HttpParty } from './http-party.ts';
import { readExcerpt } from './read-body.ts';
import { isAnswerTo, parseMessages } from './read-messages.ts';

export type Refusal = { readonly answer: JSONRPCMessage } | { readonly error: ToolpoolError };

/**
 * What a status that is no success comes to: the answer to the request, if the body of a 4xx is a
 * JSON-RPC error that names it, or else an error. 401 and 403 ask for credentials whatever the body.
 */
export async function readRefusal(
  response: Response,
  endpoint: Endpoint,
  id: RequestId | undefined,
): Promise<Refusal> {
  const body = await readExcerpt(response);
  const { status } = response;
  const isAnswerable = status >= 400 && status < 500 && status !== 401 && status !== 403;
  const answer = isAnswerable && id !== undefined ? findAnswer(body, id) : undefined;
  return answer ? { answer } : { error: createStatusError(response, body, endpoint) };
}

/** As {@link readRefusal}; a 404 to a request of a session says that the session is over. */
export async function readSessionRefusal(
  response: Response,
  { endpoint, session }: HttpParty,
  id: RequestId | undefined,
): Promise<Refusal> {
  if (response.status !== 404 || session.id === undefined) {
    return readRefusal(response, endpoint, id);
  }
  session.isExpired = true;
  await response.body?.cancel();
  return { error: createExpiredError(endpoint) };
}

function findAnswer(body: string, id: RequestId): JSONRPCMessage | undefined {
  return parseMessages(body)?.find((message) => 'error' in message && isAnswerTo(id, message));
}
