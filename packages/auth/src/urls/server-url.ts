import { ToolpoolError } from '@toolpool/foundation/errors';
import { cleanText, type UntrustedText } from '@toolpool/foundation/text';
import { isLoopbackHost } from './loopback.ts';

/** Longer than any authorization request; browsers and proxies take no more either. */
const MAX_LENGTH = 16_384;

/** Controls, white space, and the backslash, which URL parsers read as a slash. */
const UNSAFE = /[\p{Cc}\p{Z}\\]/u;

/**
 * Reads a URL that a server named: `https:`, or `http:` on this machine; no user info, no controls,
 * white space or invisible characters, nothing that only a lenient parser takes (security best
 * practices of MCP, "OAuth Authorization URL Validation"). The host of the result is in Punycode.
 *
 * @param what what the URL is, to start a message with: `The token endpoint`
 * @throws {@link ToolpoolError} `TOOLPOOL_URL_REFUSED`; the message does not quote the URL
 */
export function parseServerUrl(text: UntrustedText | string, what: string): URL {
  const raw = String(text);
  const problem = problemOf(raw);
  if (problem !== undefined) throw urlRefused(what, problem);
  return new URL(raw);
}

/** The error of a URL that is not followed. */
export function urlRefused(
  what: string,
  problem: string,
  hint = 'Ask those who run the server to correct it.',
): ToolpoolError {
  return new ToolpoolError(`${what} ${problem}: it is not used.`, {
    code: 'TOOLPOOL_URL_REFUSED',
    hint,
  });
}

function problemOf(raw: string): string | undefined {
  if (raw.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (UNSAFE.test(raw)) return 'holds white space, control characters or a backslash';
  if (cleanText(raw) !== raw) return 'holds characters that nobody can see';
  const [, scheme, authority = ''] = /^([a-z]+):\/\/([^/?#]+)/i.exec(raw) ?? [];
  if (scheme === undefined || !URL.canParse(raw)) return 'is no complete URL';
  const { protocol, hostname } = new URL(raw);
  if (protocol !== 'https:' && protocol !== 'http:') return 'is neither https nor http';
  if (authority.includes('@')) return 'holds a user or password';
  if (protocol === 'http:' && !isLoopbackHost(hostname)) return 'must be https';
  return undefined;
}
