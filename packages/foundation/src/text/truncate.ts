/** The first `maxLength` UTF-16 units of the text, never ending in half a surrogate pair. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = Math.max(0, Math.trunc(maxLength) || 0);
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
