import { ToolpoolError } from '@toolpool/foundation/errors';
import { redactUrl, truncateText } from '@toolpool/foundation/text';
import { isTlsErrno } from '../network/is-tls-errno.ts';
import type { Endpoint } from './endpoint.ts';
import { redirectTarget } from './follow-redirects.ts';
import { readRetryAfter } from './retry-after.ts';

const EXCERPT_LENGTH = 4096;
const QUOTED_LENGTH = 200;

/** A request that got no answer: refused, reset, unknown host, failed TLS, timeout. */
export function createUnreachableError(
  cause: unknown,
  { wording, shownUrl }: Endpoint,
): ToolpoolError {
  const { errno, detail } = explain(cause);
  return new ToolpoolError(
    `${wording.subject} (${shownUrl}) could not be reached: ${wording.present(detail)}`,
    {
      code: 'TOOLPOOL_TRANSPORT_UNREACHABLE',
      hint: isTlsErrno(errno ?? '')
        ? 'Name the certificate authority that signed it in "tls.ca" of its entry, or in NODE_EXTRA_CA_CERTS.'
        : 'Check the URL, and that the server runs.',
      server: wording.serverName,
      cause,
      data: { errno },
    },
  );
}

/** A status that is no success, with the beginning of the body, or where it redirects to. */
export function createStatusError(
  response: Response,
  body: string,
  { wording, shownUrl, url }: Endpoint,
): ToolpoolError {
  const { status, statusText } = response;
  const shown = truncateText(wording.present(truncateText(body, EXCERPT_LENGTH)), EXCERPT_LENGTH);
  const target = redirectTarget(response, url);
  const detail =
    target === undefined
      ? quote(shown)
      : `a redirect to ${wording.present(redactUrl(target.href))}, which is not followed.`;
  const line = `HTTP ${status} ${wording.present(statusText)}`.trim();
  const waitMs = status === 429 || status === 503 ? readRetryAfter(response) : undefined;
  const wait = waitMs === undefined ? '' : ` It asks to wait ${Math.ceil(waitMs / 1000)} s.`;
  return new ToolpoolError(
    `${wording.subject} (${shownUrl}) answered with ${line}${detail === '' ? '.' : `: ${detail}`}${wait}`,
    {
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      hint: waitMs === undefined ? hintFor(status) : 'Try again after the time it asks for.',
      server: wording.serverName,
      data: { status, body: shown, ...(waitMs !== undefined && { retryAfterMs: waitMs }) },
    },
  );
}

/**
 * A session that the server has forgotten, which only a new one can follow: it answered 404 to a
 * request with its id (MCP 2025-11-25, Transports, Session Management), and did nothing.
 */
export function createExpiredError({ wording, shownUrl }: Endpoint): ToolpoolError {
  return new ToolpoolError(`${wording.subject} (${shownUrl}) no longer knows this session.`, {
    code: 'TOOLPOOL_SESSION_EXPIRED',
    hint: 'Connect to it again.',
    server: wording.serverName,
    data: { status: 404 },
  });
}

/** An answer that is no MCP message; `problem` ends the sentence and holds no text of the server. */
export function createInvalidError(
  problem: string,
  { wording, shownUrl }: Endpoint,
  data?: Readonly<Record<string, unknown>>,
): ToolpoolError {
  return new ToolpoolError(`${wording.subject} (${shownUrl}) sent no MCP message: ${problem}`, {
    code: 'TOOLPOOL_RESPONSE_INVALID',
    hint: 'Check that the URL is that of its MCP endpoint.',
    server: wording.serverName,
    ...(data && { data }),
  });
}

/** An answer of another media type, such as the page of a network that wants a login. */
export function createContentTypeError(
  response: Response,
  body: string,
  endpoint: Endpoint,
): ToolpoolError {
  const { present } = endpoint.wording;
  const contentType = response.headers.get('content-type');
  const type = contentType === null ? 'no content type' : truncateText(present(contentType), 100);
  const shown = truncateText(present(truncateText(body, EXCERPT_LENGTH)), EXCERPT_LENGTH);
  const problem = `it has ${type}${shown === '' ? '.' : `: ${quote(shown)}`}`;
  return createInvalidError(problem, endpoint, { contentType: type, body: shown });
}

/** A message over the limit on a stream that cannot say which call it answers. */
export function createTooLargeError(
  maxBytes: number,
  { wording, shownUrl }: Pick<Endpoint, 'wording' | 'shownUrl'>,
): ToolpoolError {
  return new ToolpoolError(
    `${wording.subject} (${shownUrl}) sent more than ${maxBytes} bytes in one message.`,
    {
      code: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE',
      hint: 'Ask it for less at once.',
      server: wording.serverName,
    },
  );
}

function quote(shown: string): string {
  return truncateText(shown.replace(/\s+/g, ' ').trim(), QUOTED_LENGTH);
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return 'Check the credentials that are sent to it.';
  if (status === 404 || status === 405) return 'Check that the URL is that of its MCP endpoint.';
  return status >= 500 ? 'The fault is on its side; try again later.' : 'Check its configuration.';
}

function explain(cause: unknown): { errno: string | undefined; detail: string } {
  for (const error of [cause, getCause(cause)]) {
    // Of several addresses of a host, each has an error of its own.
    const first = error instanceof AggregateError ? error.errors[0] : error;
    const { code } = (first ?? {}) as NodeJS.ErrnoException;
    if (typeof code === 'string') return { errno: code, detail: `${first.message} (${code}).` };
  }
  const deepest = getCause(cause) ?? cause;
  return { errno: undefined, detail: deepest instanceof Error ? deepest.message : String(deepest) };
}

function getCause(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
