import { ToolpoolError } from '@toolpool/foundation/errors';
import { sleep } from '@toolpool/foundation/timing';
import { isRecord } from '@toolpool/foundation/values';

const RETRIES = 3;
const BACKOFF_MS = 50;
// Who asks for a list waits for it: a server that wants a longer pause has failed.
const MAX_PAUSE_MS = 5_000;
const INTERNAL_ERROR = -32603;

/**
 * Repeats a request without side effects up to three times when it failed in a way that often
 * passes: unreachable, HTTP 429 or 5xx, or an internal error of the server, after the pause that the
 * server asks for if that is a short one. A timeout is not repeated, since whoever waits has waited
 * long enough.
 */
export async function retryTransient<T>(request: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    let pauseMs = BACKOFF_MS * 2 ** retry * (0.5 + Math.random());
    try {
      return await request();
    } catch (error) {
      pauseMs = Math.max(pauseMs, wantedPauseMs(error));
      if (retry === RETRIES || pauseMs > MAX_PAUSE_MS || !isTransient(error)) throw error;
    }
    await sleep(pauseMs);
  }
}

/** How long the server asks to wait, in milliseconds. */
function wantedPauseMs(error: unknown): number {
  const data = ToolpoolError.isInstance(error) && isRecord(error.data) ? error.data : {};
  return typeof data.retryAfterMs === 'number' ? data.retryAfterMs : 0;
}

function isTransient(error: unknown): boolean {
  if (!ToolpoolError.isInstance(error)) return false;
  const { status, code } = isRecord(error.data) ? error.data : {};
  switch (error.code) {
    case 'TOOLPOOL_TRANSPORT_UNREACHABLE':
      return true;
    case 'TOOLPOOL_TRANSPORT_HTTP_STATUS':
      return typeof status === 'number' && (status >= 500 || status === 429);
    case 'TOOLPOOL_REQUEST_REFUSED':
      return code === INTERNAL_ERROR;
    default:
      return false;
  }
}
