import type { UntrustedText } from './untrusted.ts';

/**
 * Removes what a person cannot see and a model can read: tag characters, private use, zero-width and
 * bidirectional controls, lone surrogates. Emoji, their joiners and the three flags made of tag
 * characters stay. For content: nothing visible changes.
 */
export function cleanText(text: UntrustedText | string): string {
  throw new Error(`not built: ${String(text)}`);
}

/**
 * {@link cleanText} plus NFKC where that is safe, for names, titles, descriptions and instructions:
 * look-alike letters become plain ones, and no character turns into ASCII punctuation.
 */
export function cleanLabel(text: UntrustedText | string): string {
  throw new Error(`not built: ${String(text)}`);
}

/** {@link cleanText} of every string in a JSON value, keys too; the value itself is not changed. */
export function cleanDeep(value: unknown): unknown {
  throw new Error(`not built: ${String(value)}`);
}
