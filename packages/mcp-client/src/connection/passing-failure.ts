import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import { isTlsErrno } from '@toolpool/transports';
import { httpStatusOf } from './connect-failure.ts';

/** What the system called the failure of a connection, such as `ECONNREFUSED`. */
function errnoOf({ data }: ToolpoolError): string | undefined {
  return isRecord(data) && typeof data.errno === 'string' ? data.errno : undefined;
}

/** Whether TLS could not be agreed on: a certificate does not get better by asking again. */
export function isTlsFailure(error: ToolpoolError): boolean {
  return isTlsErrno(errnoOf(error) ?? '');
}

/**
 * Whether a first attempt to connect failed in a way that often passes: refused, reset, no route, or
 * 5xx. A name that does not exist and a failed TLS handshake do not, and whoever waited for a timeout
 * has waited long enough.
 */
export function isPassingFailure(error: unknown): boolean {
  if (!ToolpoolError.isInstance(error)) return false;
  if ((httpStatusOf(error) ?? 0) >= 500) return true;
  if (error.code !== 'TOOLPOOL_TRANSPORT_UNREACHABLE') return false;
  return errnoOf(error) !== 'ENOTFOUND' && !isTlsFailure(error) && !isTimeout(error);
}

function isTimeout(error: ToolpoolError): boolean {
  const { cause } = error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return true;
  return /TIMEOUT|TIMEDOUT/.test(errnoOf(error) ?? '');
}
