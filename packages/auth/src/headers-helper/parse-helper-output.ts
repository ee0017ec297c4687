import { isRecord } from '@toolpool/foundation/values';

export type HelperOutput =
  | { readonly headers: Readonly<Record<string, string>>; readonly problem?: undefined }
  | { readonly problem: string };

/** More than any server wants. */
const MAX_HEADERS = 100;

/** A token, and field content, of RFC 9110 sections 5.1 and 5.5. */
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,200}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers that say how a message is framed or where it goes: they are the connection's own. */
const FRAMING =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect)$/i;

/** Reads what a helper printed. What is wrong with it is said without quoting any of it. */
export function parseHelperOutput(text: string): HelperOutput {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { problem: 'printed no JSON' };
  }
  if (!isRecord(value)) return { problem: 'printed JSON that is no object' };
  const entries = Object.entries(value);
  if (entries.length > MAX_HEADERS) return { problem: `printed more than ${MAX_HEADERS} headers` };
  for (const [name, header] of entries) {
    if (!NAME.test(name)) return { problem: 'printed a name that is not allowed in HTTP' };
    if (FRAMING.test(name)) return { problem: `printed "${name}", which it may not set` };
    if (typeof header !== 'string' || !VALUE.test(header.trimEnd())) {
      return { problem: `printed a value for "${name}" that HTTP cannot carry` };
    }
  }
  const headers = entries.map(([name, header]) => [name, String(header).trimEnd()]);
  return { headers: Object.fromEntries(headers) };
}
