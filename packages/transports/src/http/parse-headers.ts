import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ServerWording } from '../server-wording.ts';

/** A token, and field content, of RFC 9110 sections 5.1 and 5.5; `fetch` takes no characters over 255. */
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Checks configured headers. Line ends after a value, which a `$(cat file)` leaves, are removed.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TRANSPORT_HEADER_INVALID`, which names the header and never
 *   shows its value
 */
export function parseHeaders(
  headers: Readonly<Record<string, string>>,
  { subject, serverName, present }: ServerWording,
): Headers {
  const parsed = new Headers();
  for (const [name, raw] of Object.entries(headers)) {
    const value = raw.replace(/[\r\n]+$/, '');
    const problem = NAME.test(name) ? findProblem(value) : 'its name is not allowed in HTTP';
    if (problem !== undefined) {
      throw new ToolpoolError(
        `${subject} cannot be sent its header "${present(name)}": ${problem}.`,
        {
          code: 'TOOLPOOL_TRANSPORT_HEADER_INVALID',
          hint: 'Correct it under "headers" in the configuration.',
          server: serverName,
        },
      );
    }
    parsed.set(name, value);
  }
  return parsed;
}

function findProblem(value: string): string | undefined {
  if (VALUE.test(value)) return undefined;
  const index = value.search(/[^\t\x20-\x7e\x80-\xff]/);
  const code = value.codePointAt(index)?.toString(16).toUpperCase().padStart(4, '0');
  return `its value holds the character U+${code} at position ${index + 1}`;
}
