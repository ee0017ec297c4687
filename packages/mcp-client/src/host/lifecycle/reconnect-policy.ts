import type { ServerConfig } from '@toolpool/config';
import { ToolpoolError, type ToolpoolErrorCode } from '@toolpool/foundation/errors';
import { httpStatusOf } from '../../connection/connect-failure.ts';
import { isTlsFailure } from '../../connection/passing-failure.ts';
import { isLocalServer } from '../../connection/settings.ts';

/** How a host brings back a server whose connection is lost. */
export interface ReconnectOptions {
  /** Attempts until the server is `failed`; a call then makes one more. @default 5 */
  readonly maxAttempts?: number;
  /**
   * Milliseconds until the first attempt; each further one waits twice as long. A local server is
   * started again at once, and waits from the second attempt on. @default 1_000, local 500
   */
  readonly initialDelayMs?: number;
  /** The longest wait, in milliseconds. @default 30_000 */
  readonly maxDelayMs?: number;
  /**
   * Milliseconds after which attempts no longer count: for a remote server, those before a connection
   * that lasted so long; for a local one, each attempt by itself. @default 60_000, local 180_000
   */
  readonly healthyMs?: number;
}

export interface ReconnectPolicy extends Required<ReconnectOptions> {
  readonly isLocal: boolean;
}

const DEFAULTS = { maxAttempts: 5, maxDelayMs: 30_000 };
const REMOTE = { initialDelayMs: 1_000, healthyMs: 60_000 };
const LOCAL = { initialDelayMs: 500, healthyMs: 180_000 };

/** The policy for a server; `undefined`: it is never connected again by itself. */
export function reconnectPolicy(
  config: ServerConfig,
  options: ReconnectOptions | false = {},
): ReconnectPolicy | undefined {
  if (options === false) return undefined;
  const isLocal = isLocalServer(config);
  return { ...DEFAULTS, ...(isLocal ? LOCAL : REMOTE), ...options, isLocal };
}

/**
 * Milliseconds to wait before an attempt, counted from 1. The jitter takes off up to half, so that
 * servers lost together do not come back together; `random` is from 0 to 1.
 */
export function reconnectDelayMs(
  { isLocal, initialDelayMs, maxDelayMs }: ReconnectPolicy,
  attempt: number,
  random: number,
): number {
  const doublings = isLocal ? attempt - 2 : attempt - 1;
  if (doublings < 0) return 0;
  return Math.min(initialDelayMs * 2 ** doublings, maxDelayMs) * (1 - random / 2);
}

// Whatever else a server that was there a moment ago says may pass: it is starting, or overloaded.
const LASTING: ReadonlySet<ToolpoolErrorCode> = new Set<ToolpoolErrorCode>([
  'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND',
  'TOOLPOOL_TRANSPORT_CWD_NOT_FOUND',
  'TOOLPOOL_TRANSPORT_HEADER_INVALID',
]);
const PASSING_STATUS = new Set([408, 425, 429]);

/**
 * Whether another attempt may succeed where this one of a reconnect failed. A name that is not found
 * counts: it was found before, so that the network is gone rather than the name.
 */
export function mayPass(error: ToolpoolError): boolean {
  const status = httpStatusOf(error);
  if (status !== undefined) return status >= 500 || PASSING_STATUS.has(status);
  if (/^TOOLPOOL_(?:CONFIG|SERVER)_/.test(error.code)) return false;
  return !LASTING.has(error.code) && !isTlsFailure(error);
}

/** What a server that is not connected again by itself has failed with. */
export function givenUp(
  server: string,
  { isLocal, maxAttempts, healthyMs }: ReconnectPolicy,
  cause: ToolpoolError,
): ToolpoolError {
  const { code, data } = cause;
  const times = maxAttempts === 1 ? 'once' : `${maxAttempts} times`;
  const tried = isLocal
    ? `was started again ${times} within ${Math.round(healthyMs / 1_000)} s and is left alone now`
    : `could not be kept connected: it was tried again ${times}`;
  return new ToolpoolError(`Server "${server}" ${tried}. ${cause.message}`, {
    code,
    hint: 'Mend what is wrong with it. The next call, or a reconnect by hand, tries once more.',
    server,
    ...(data !== undefined && { data }),
    cause,
  });
}
