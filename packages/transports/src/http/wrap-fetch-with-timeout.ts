import { clampTimerMs } from '@toolpool/foundation/timing';
import { watchBody } from './watch-body.ts';

const ACCEPT = 'application/json, text/event-stream';

/**
 * Limits the time to the first byte of every request but GET, whose streams stay open: a request
 * over it is aborted with a `DOMException` named `TimeoutError`. The caller's signal aborts a request
 * and its body, and is let go of once the body ends. Requests accept JSON and event streams, unless
 * they say what they accept.
 *
 * @param ms the limit, or what tells it for a request; 0: none
 */
export function wrapFetchWithTimeout(
  baseFetch: typeof fetch,
  ms: number | ((init: RequestInit) => number) = 60_000,
): typeof fetch {
  return (input, init = {}) => {
    const request = input instanceof Request ? input : undefined;
    const headers = new Headers(init.headers ?? request?.headers);
    if (!headers.has('accept')) headers.set('accept', ACCEPT);
    const method = init.method ?? request?.method ?? 'GET';
    if (method.toUpperCase() === 'GET') return baseFetch(input, { ...init, headers });
    return withDeadline((signal) => baseFetch(input, { ...init, headers, signal }), {
      limitMs: typeof ms === 'number' ? ms : ms(init),
      callerSignal: init.signal ?? request?.signal,
    });
  };
}

interface Deadline {
  readonly limitMs: number;
  readonly callerSignal: AbortSignal | undefined;
}

async function withDeadline(
  send: (signal: AbortSignal) => Promise<Response>,
  { limitMs, callerSignal }: Deadline,
): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort(callerSignal?.reason);
  const unlink = () => callerSignal?.removeEventListener('abort', abort);
  if (callerSignal?.aborted) abort();
  callerSignal?.addEventListener('abort', abort);
  const timer = limitMs > 0 ? startTimer(controller, limitMs) : undefined;
  try {
    return watchBody(await send(controller.signal), unlink);
  } catch (error) {
    unlink();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function startTimer(controller: AbortController, ms: number): NodeJS.Timeout {
  const expire = () => {
    controller.abort(new DOMException(`No answer within ${ms} ms.`, 'TimeoutError'));
  };
  return setTimeout(expire, clampTimerMs(ms)).unref();
}
