import { ToolpoolError } from '@toolpool/foundation/errors';
import { cleanDeep, cleanText, maskSecrets, truncateText } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import { isTlsErrno } from '@toolpool/transports';
import { showName } from '../show-name.ts';
import type { PendingRequest, WhyGivenUp } from './pending-request.ts';

const MAX_MESSAGE_LENGTH = 4_000;

/** What a request error is about. */
export interface RequestSubject {
  readonly server: string;
  readonly method: string;
  /** What the request was about; may be a server's own text. */
  readonly target?: string | undefined;
  /** Values that no error may hold. */
  readonly secrets: Iterable<string>;
}

function nameOf({ method, target }: Pick<RequestSubject, 'method' | 'target'>): string {
  return target === undefined ? method : `${method} of "${showName(target)}"`;
}

/** Maps the error member of a JSON-RPC response, however badly formed. */
export function toRefusal(error: unknown, subject: RequestSubject): ToolpoolError {
  const { server, secrets } = subject;
  const request = nameOf(subject);
  const { code, message, data } = isRecord(error) ? error : {};
  const unanswered = isRecord(data) ? toTransportError(data, subject) : undefined;
  if (unanswered) return unanswered;
  const text = typeof message === 'string' ? message : 'no message';
  // Cut again after masking: at the first cut may stand half a secret, which no mask recognises.
  const masked = maskSecrets(cleanText(truncateText(text, 2 * MAX_MESSAGE_LENGTH)), secrets);
  const isLong = masked.length > MAX_MESSAGE_LENGTH || text.length > 2 * MAX_MESSAGE_LENGTH;
  const shown = isLong ? `${truncateText(masked, MAX_MESSAGE_LENGTH)}... [truncated]` : masked;
  const refused = Number.isInteger(code) ? `refused ${request} (${code})` : `refused ${request}`;
  const details = data === undefined || data === null ? undefined : maskDeep(data, secrets);
  return new ToolpoolError(`Server "${server}" ${refused}: ${shown}`, {
    code: 'TOOLPOOL_REQUEST_REFUSED',
    server,
    data: {
      ...(Number.isInteger(code) && { code }),
      message: shown,
      ...(details !== undefined && { data: details }),
    },
  });
}

/** The error behind an answer that holds no result, or one that cannot be believed. */
export function toAnswerError(
  { result, error }: { readonly result: unknown; readonly error: unknown },
  subject: RequestSubject,
): ToolpoolError {
  if (error === undefined) return invalidResponse(subject, 'neither a result nor an error');
  if (result !== undefined) return invalidResponse(subject, 'a result and an error at once');
  return toRefusal(error, subject);
}

function maskDeep(data: unknown, secrets: Iterable<string>): unknown {
  const cleaned = cleanDeep(data);
  if ([...secrets].length === 0) return cleaned;
  try {
    return JSON.parse(maskSecrets(JSON.stringify(cleaned), secrets));
  } catch {
    // A secret that is no string in the JSON, a number for one, leaves nothing that parses.
    return undefined;
  }
}

/** The error behind an answer that the transport gave in place of the server's. */
function toTransportError(
  data: Readonly<Record<string, unknown>>,
  subject: RequestSubject,
): ToolpoolError | undefined {
  if (data.toolpool === 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE') return frameTooLarge(data, subject);
  if (data.toolpool !== 'TOOLPOOL_TRANSPORT_CLOSED') return undefined;
  return toLostError(streamEnded(subject), subject);
}

function frameTooLarge(
  data: Readonly<Record<string, unknown>>,
  subject: RequestSubject,
): ToolpoolError {
  const { server } = subject;
  const limit = typeof data.limit === 'number' ? ` of ${data.limit} bytes` : '';
  return new ToolpoolError(
    `The answer of server "${server}" to ${nameOf(subject)} is larger than the limit${limit}.`,
    {
      code: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE',
      hint: 'Ask the tool for less at a time. The connection is still usable.',
      server,
    },
  );
}

function streamEnded(subject: RequestSubject): ToolpoolError {
  const { server } = subject;
  return new ToolpoolError(
    `The event stream of server "${server}" ended without its answer to ${nameOf(subject)}.`,
    { code: 'TOOLPOOL_TRANSPORT_CLOSED', hint: 'The connection is still usable.', server },
  );
}

export function invalidResponse(
  subject: Omit<RequestSubject, 'secrets'>,
  fault: string,
): ToolpoolError {
  const { server } = subject;
  return new ToolpoolError(`Server "${server}" answered ${nameOf(subject)} with ${fault}.`, {
    code: 'TOOLPOOL_RESPONSE_INVALID',
    hint: 'This is a fault of the server: report it there.',
    server,
  });
}

/** The error of a request that its caller, or one of its clocks, has ended. */
export function toGivenUpError(
  why: WhyGivenUp,
  subject: RequestSubject,
  { timeoutMs, idleTimeoutMs }: Pick<PendingRequest, 'timeoutMs' | 'idleTimeoutMs'>,
): ToolpoolError {
  if (why === 'cancelled') return requestCancelled(subject);
  const { server } = subject;
  const isSilent = why === 'silent';
  const fault = isSilent
    ? `neither answered ${nameOf(subject)} nor told of progress for ${idleTimeoutMs} ms`
    : `did not answer ${nameOf(subject)} within ${timeoutMs} ms`;
  return new ToolpoolError(`Server "${server}" ${fault}.`, {
    code: 'TOOLPOOL_CALL_TIMEOUT',
    hint: isSilent
      ? 'The server was told to stop. Allow it more silence with "idleTimeout" in its entry or MCP_TOOL_IDLE_TIMEOUT (milliseconds, 0: any).'
      : 'The server was told to stop. Allow more time, or ask for less at a time.',
    server,
  });
}

export function requestCancelled(subject: RequestSubject): ToolpoolError {
  const { server } = subject;
  return new ToolpoolError(`The request ${nameOf(subject)} to server "${server}" was cancelled.`, {
    code: 'TOOLPOOL_CALL_CANCELLED',
    server,
  });
}

/** The reason for a session that this side closed, or whose transport gave none. */
export function sessionClosed(server: string): ToolpoolError {
  return new ToolpoolError(`The connection to server "${server}" is closed.`, {
    code: 'TOOLPOOL_TRANSPORT_CLOSED',
    server,
  });
}

/** The error of a request that was sent when its connection ended: a tool call may have run. */
export function toLostError(reason: ToolpoolError, subject: RequestSubject): ToolpoolError {
  if (subject.method !== 'tools/call') return reason;
  const { server } = subject;
  return new ToolpoolError(
    `Server "${server}" did not answer ${nameOf(subject)}, which may have run or not: ${reason.message}`,
    {
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
      hint: 'Check what the call has done before you make it again.',
      server,
      data: { reason: reason.code },
      cause: reason,
    },
  );
}

/**
 * The failure of the transport behind an error of a request; `undefined` when the server answered, or
 * was only slow to.
 */
export function transportFailureOf(error: ToolpoolError): ToolpoolError | undefined {
  const { code, cause } = error;
  if (code === 'TOOLPOOL_CALL_OUTCOME_UNKNOWN') {
    return ToolpoolError.isInstance(cause) ? transportFailureOf(cause) : undefined;
  }
  if (code === 'TOOLPOOL_TRANSPORT_CLOSED') return error;
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  return code === 'TOOLPOOL_TRANSPORT_UNREACHABLE' && !isTimeout ? error : undefined;
}

/** What a system says of a connection that never stood: nothing was sent over it. */
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether a failure leaves open what became of the request. A 5xx may come from what stands between. */
function mayHaveArrived({ code, data }: ToolpoolError): boolean {
  const { errno, status } = isRecord(data) ? data : {};
  if (code === 'TOOLPOOL_TRANSPORT_HTTP_STATUS') return typeof status === 'number' && status >= 500;
  if (code !== 'TOOLPOOL_TRANSPORT_UNREACHABLE') return false;
  return typeof errno !== 'string' || !(NEVER_CONNECTED.test(errno) || isTlsErrno(errno));
}

/** An error that a transport gave for a message it could not send, or got no answer to. */
export function toSendError(error: unknown, subject: RequestSubject): ToolpoolError {
  if (ToolpoolError.isInstance(error)) {
    return mayHaveArrived(error) ? toLostError(error, subject) : error;
  }
  const { server } = subject;
  return new ToolpoolError(
    `The request ${nameOf(subject)} could not be sent to server "${server}".`,
    {
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
      server,
      cause: error,
    },
  );
}
