import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { MAX_MESSAGE_BYTES } from '../too-large-response.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import type { Endpoint } from './endpoint.ts';
import { guardBody } from './guard-body.ts';
import { createStatusError, createUnreachableError } from './http-errors.ts';
import { createLostResponse } from './lost-response.ts';
import { wrapFetchWithTimeout } from './wrap-fetch-with-timeout.ts';

export interface EndpointFetchOptions {
  readonly dependencies: TransportDependencies;
  /** Hears of a request whose answer is over the limit. */
  readonly onTooLarge: (id: RequestId, maxBytes: number) => void;
  /**
   * Whether a request still waits for its answer on the event stream that has just ended: it is then
   * answered with an error, in the stream, behind whatever of it is still to be read. @default never
   */
  readonly isAwaited?: (id: RequestId) => boolean;
}

/**
 * The `fetch` of one endpoint: within its limits of time and size, with its configured headers, which
 * go to its own origin only, and with tidy messages in what it answers. A request that gets no answer, and one but GET that is answered
 * with 400 and above, rejects with a {@link ToolpoolError}.
 */
export function createEndpointFetch(
  endpoint: Endpoint,
  { dependencies, onTooLarge, isAwaited }: EndpointFetchOptions,
): typeof fetch {
  const timed = wrapFetchWithTimeout(dependencies.fetch ?? fetch, (init) =>
    timeoutOf(init, dependencies),
  );
  const { subject, serverName } = endpoint.wording;
  const { maxMessageBytes = MAX_MESSAGE_BYTES } = dependencies;
  const tooLarge = (init: RequestInit) => {
    const id = requestIdOf(init);
    if (id !== undefined) onTooLarge(id, maxMessageBytes);
    return new ToolpoolError(`${subject} sent more than ${maxMessageBytes} bytes in one answer.`, {
      code: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE',
      hint: 'Ask it for less at once.',
      server: serverName,
    });
  };
  const lastMessage = (init: RequestInit) => {
    const id = isAwaited === undefined ? undefined : requestIdOf(init);
    return id !== undefined && isAwaited?.(id) ? createLostResponse(id) : undefined;
  };
  return async (input, init = {}) => {
    const response = await reach(endpoint, init.signal, () => {
      const headers = addConfiguredHeaders(new Headers(init.headers), endpoint, String(input));
      return timed(input, { ...init, headers });
    });
    if (response.status >= 400 && (init.method ?? 'GET') !== 'GET') {
      throw await createStatusError(response, endpoint);
    }
    return guardBody(response, {
      maxBytes: maxMessageBytes,
      onExceeded: () => tooLarge(init),
      requestId: () => requestIdOf(init),
      lastMessage: () => lastMessage(init),
    });
  };
}

async function reach(
  endpoint: Endpoint,
  signal: AbortSignal | null | undefined,
  send: () => Promise<Response>,
): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    throw signal?.aborted ? error : createUnreachableError(error, endpoint);
  }
}

function addConfiguredHeaders(headers: Headers, endpoint: Endpoint, target: string): Headers {
  if (isSameOrigin(endpoint.url, new URL(target))) {
    for (const [name, value] of endpoint.headers) {
      if (!headers.has(name)) headers.set(name, value);
    }
  }
  return headers;
}

/** A redirect to the https form of the same host, both on their default ports, stays at home. */
function isSameOrigin(home: URL, target: URL): boolean {
  const isUpgrade =
    home.protocol === 'http:' && target.protocol === 'https:' && home.host === target.host;
  return home.origin === target.origin || (isUpgrade && home.port === '' && target.port === '');
}

function timeoutOf(init: RequestInit, dependencies: TransportDependencies): number {
  const { requestTimeoutMs = 60_000, callTimeoutMs = 300_000 } = dependencies;
  // The SDK writes the method first, so that a long body need not be parsed for it.
  const isCall = /"method":"tools\/call"/.test(String(init.body ?? '').slice(0, 100));
  if (!isCall) return requestTimeoutMs;
  return callTimeoutMs === 0 ? 0 : Math.max(requestTimeoutMs, callTimeoutMs);
}

function requestIdOf({ body }: RequestInit): RequestId | undefined {
  if (typeof body !== 'string') return undefined;
  // Where a session writes it, so that a long body need not be parsed for it.
  const id = /^\{"jsonrpc":"2\.0","id":(\d+),/.exec(body.slice(0, 100))?.[1];
  return id === undefined ? JSON.parse(body).id : Number(id);
}
