/**
 * Estimates how many tokens a model needs for the text: a quarter per UTF-16 unit, and three eighths
 * for each byte by which UTF-8 exceeds that (English 4 characters a token, Cyrillic 1.6, Chinese and
 * Japanese 1, an emoji 1.25). One native pass.
 */
export function estimateTokens(text: string): number {
  return estimateTokensBySize(text.length, Buffer.byteLength(text));
}

/** The same where the size of the text, in UTF-16 units and in UTF-8 bytes, is known. */
export function estimateTokensBySize(length: number, bytes: number): number {
  return Math.ceil(length / 4 + ((bytes - length) * 3) / 8);
}
