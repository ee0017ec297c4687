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
  const send: typeof fetch = (input, init = {}) => {
    const headers = addConfiguredHeaders(new Headers(init.headers), endpoint, String(input));
    return timed(input, { ...init, headers });
  };
  return async (url, init) => {
    try {
      return await followRedirects(send, url, init);
    } catch (error) {
      if (init.signal?.aborted || ToolpoolError.isInstance(error)) throw error;
      throw createUnreachableError(error, endpoint);
    }
  };
}

function addConfiguredHeaders(headers: Headers, endpoint: Endpoint, target: string): Headers {
  if (isSameOrigin(endpoint.url, new URL(target))) {
    for (const [name, value] of endpoint.headers) {
      if (!headers.has(name)) headers.set(name, value);
    }
  }
  return headers;
}

function timeoutOf(init: RequestInit, dependencies: TransportDependencies): number {
  const { requestTimeoutMs = 60_000, callTimeoutMs = 300_000 } = dependencies;
  // A session writes the method first, so that a long body need not be parsed for it.
  const isCall = /"method":"tools\/call"/.test(String(init.body ?? '').slice(0, 100));
  if (!isCall) return requestTimeoutMs;
  return callTimeoutMs === 0 ? 0 : Math.max(requestTimeoutMs, callTimeoutMs);
}
