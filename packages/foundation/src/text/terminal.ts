import type { UntrustedText } from './untrusted.ts';

/**
 * Makes text safe to print: {@link cleanText}, then escape sequences, C0 and C1 controls (all but
 * line feed and tab) and carriage returns are removed.
 */
export function cleanForTerminal(text: UntrustedText | string): string {
  throw new Error(`not built: ${String(text)}`);
}
