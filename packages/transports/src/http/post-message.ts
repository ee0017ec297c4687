import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { sleep } from '@toolpool/foundation/timing';
import type { EndpointFetch } from './endpoint-fetch.ts';
import { RetryBudget } from './retry-after.ts';

export interface PostOptions {
  readonly url: URL;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

/**
 * Sends a message, and sends it again when the server refused it for now, said when to come back, and
 * cannot have worked on it.
 */
export async function postMessage(
  send: EndpointFetch,
  message: JSONRPCMessage,
  { url, headers, signal }: PostOptions,
): Promise<Response> {
  headers.set('content-type', 'application/json');
  const init = { method: 'POST', headers, body: JSON.stringify(message), signal };
  const budget = new RetryBudget('method' in message && message.method === 'tools/call');
  while (true) {
    const response = await send(url, init);
    const waitMs = budget.waitFor(response);
    if (waitMs === undefined) return response;
    await response.body?.cancel();
    await sleep(waitMs, signal);
  }
}
