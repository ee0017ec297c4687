import { ToolpoolError } from '@toolpool/foundation/errors';
import { cleanForTerminal, truncateText } from '@toolpool/foundation/text';
import type { Endpoint } from './endpoint.ts';

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
      hint: /CERT|TLS|SSL|ISSUER/.test(errno ?? '')
        ? 'Name the certificate authority that signed it in NODE_EXTRA_CA_CERTS.'
        : 'Check the URL, and that the server runs.',
      server: wording.serverName,
      cause,
      data: { errno },
    },
  );
}

/** An HTTP status that is no success; reads the beginning of the body to quote it. */
export async function createStatusError(
  response: Response,
  { wording, shownUrl }: Endpoint,
): Promise<ToolpoolError> {
  const { status, statusText } = response;
  const body = wording.present(await readExcerpt(response));
  const quoted = truncateText(body.replace(/\s+/g, ' ').trim(), QUOTED_LENGTH);
  const line = `HTTP ${status} ${wording.present(statusText)}`.trim();
  return new ToolpoolError(
    `${wording.subject} (${shownUrl}) answered with ${line}${quoted === '' ? '.' : `: ${quoted}`}`,
    {
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      hint: hintFor(status),
      server: wording.serverName,
      data: { status, body },
    },
  );
}

/** What the SDK's transports throw, as an error of ours. */
export function toSendError(error: unknown, { wording, shownUrl }: Endpoint): ToolpoolError {
  if (ToolpoolError.isInstance(error)) return error;
  const { code, message } = asCoded(error);
  const detail = truncateText(wording.present(message), QUOTED_LENGTH);
  // Parsers quote what they cannot read; a cause is shown as it is.
  const raw = error instanceof Error ? error.message : String(error);
  const isClean = wording.present(raw) === cleanForTerminal(raw);
  const options = { server: wording.serverName, ...(isClean && { cause: error }) };
  if (code !== undefined && code >= 300) {
    return new ToolpoolError(
      `${wording.subject} (${shownUrl}) answered with HTTP ${code}: ${detail}`,
      {
        ...options,
        code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
        hint: hintFor(code),
        data: { status: code },
      },
    );
  }
  return new ToolpoolError(`${wording.subject} (${shownUrl}) sent no MCP message: ${detail}`, {
    ...options,
    code: 'TOOLPOOL_RESPONSE_INVALID',
    hint: 'Check that the URL is that of its MCP endpoint.',
  });
}

/** The SDK's HTTP errors carry the status as their code. */
function asCoded(error: unknown): { code: number | undefined; message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: String(error) };
  const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined;
  // The SDK's schemas explain at length what the sum of it says.
  const isShape = error.name === 'ZodError';
  return { code, message: isShape ? 'It is JSON of another shape.' : error.message };
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

async function readExcerpt(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= EXCERPT_LENGTH) break;
    }
  } catch {
    // What arrived before it broke is quoted.
  }
  return truncateText(text, EXCERPT_LENGTH);
}
