import { ToolpoolError } from '@toolpool/foundation/errors';
import { sleep } from '@toolpool/foundation/timing';
import { isRecord } from '@toolpool/foundation/values';

const RETRIES = 3;
const BACKOFF_MS = 50;
const INTERNAL_ERROR = -32603;

/**
 * Repeats a request without side effects up to three times when it failed in a way that often
 * passes: unreachable, HTTP 429 or 5xx, or an internal error of the server. A timeout is not
 * repeated, since whoever waits has waited long enough.
 */
export async function retryTransient<T>(request: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await request();
    } catch (error) {
      if (retry === RETRIES || !isTransient(error)) throw error;
    }
    await sleep(BACKOFF_MS * 2 ** retry * (0.5 + Math.random()));
  }
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
