/**
 * Base64 as model APIs take it: standard alphabet, padded, unbroken. Line breaks, the URL-safe
 * alphabet, missing padding and a `data:` prefix are put right.
 *
 * @returns `undefined` for text that is no base64
 */
export function normalizeBase64(text: string): string | undefined {
  const data = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
  if (isCanonical(data)) return data;
  // A search instead of a match over the whole text: it cannot backtrack.
  if (/[^A-Za-z0-9+/=_\s-]|=+[^=\s]/.test(data)) return undefined;
  return Buffer.from(data, 'base64').toString('base64');
}

function isCanonical(data: string): boolean {
  if (data.length % 4 !== 0) return false;
  const end = data.search(/[^A-Za-z0-9+/]/);
  return end === -1 || (end >= data.length - 2 && /^={1,2}$/.test(data.slice(end)));
}
