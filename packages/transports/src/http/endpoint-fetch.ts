import { ToolpoolError } from '@toolpool/foundation/errors';
import type { TransportDependencies } from '../transport-dependencies.ts';
import type { Endpoint } from './endpoint.ts';
import { followRedirects, isSameOrigin } from './follow-redirects.ts';
import { createUnreachableError } from './http-errors.ts';
import { wrapFetchWithTimeout } from './wrap-fetch-with-timeout.ts';

export type EndpointFetch = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Makes a `fetch` one of an endpoint: within its limits of time, inside its origin, and with its
 * configured headers, which go nowhere else. A request that gets no answer rejects with a
 * {@link ToolpoolError}, or with the reason of its signal.
 */
export function createEndpointFetch(
  baseFetch: typeof fetch,
  endpoint: Endpoint,
  dependencies: TransportDependencies,
): EndpointFetch {
  const timed = wrapFetchWithTimeout(baseFetch, (init) => timeoutOf(init, dependencies));
  const { headerSource } = dependencies;
  const sendWith = (input: URL, init: RequestInit, made: HeaderValues | undefined) => {
    const headers = addHeaders(new Headers(init.headers), endpoint.headers, made);
    return timed(input, { ...init, headers });
  };
  const send = (async (url: URL, init: RequestInit) => {
    if (!isSameOrigin(endpoint.url, url)) return await timed(url, init);
    const made = headerSource?.current();
    const first = await sendWith(url, init, made);
    if (made === undefined || (first.status !== 401 && first.status !== 403)) return first;
    if (!(await headerSource?.renew(made, first.status))) return first;
    void first.body?.cancel().catch(() => undefined);
    return await sendWith(url, init, headerSource?.current());
  }) as typeof fetch;
  return async (url, init) => {
    try {
      return await followRedirects(send, url, init);
    } catch (error) {
      if (init.signal?.aborted || ToolpoolError.isInstance(error)) throw error;
      throw createUnreachableError(error, endpoint);
    }
  };
}

type HeaderValues = Readonly<Record<string, string>>;

/** Adds the configured headers and those made for the connection, which win; the protocol's own stay. */
function addHeaders(own: Headers, configured: Headers, made: HeaderValues = {}): Headers {
  const added = new Headers(configured);
  for (const [name, value] of Object.entries(made)) added.set(name, value);
  for (const [name, value] of added) if (!own.has(name)) own.set(name, value);
  return own;
}

function timeoutOf(init: RequestInit, dependencies: TransportDependencies): number {
  const { requestTimeoutMs = 60_000, callTimeoutMs = 300_000 } = dependencies;
  // A session writes the method first, so that a long body need not be parsed for it.
  const isCall = /"method":"tools\/call"/.test(String(init.body ?? '').slice(0, 100));
  if (!isCall) return requestTimeoutMs;
  return callTimeoutMs === 0 ? 0 : Math.max(requestTimeoutMs, callTimeoutMs);
}
