import { cleanForTerminal, type UntrustedText } from '@toolpool/foundation/text';

/** Text of any origin, safe for a terminal, with its line feeds. */
export function safeText(text: UntrustedText | string): string {
  return cleanForTerminal(text);
}

/** Text of any origin, safe for a terminal, on one line. */
export function safeLine(text: UntrustedText | string): string {
  return cleanForTerminal(text).replace(/\s+/g, ' ').trim();
}
