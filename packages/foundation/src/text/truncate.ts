/** The first `maxLength` UTF-16 units of the text, never ending in half a surrogate pair. */
export function truncateText(text: string, maxLength: number): string {
  throw new Error(`not built: ${text} ${maxLength}`);
}
