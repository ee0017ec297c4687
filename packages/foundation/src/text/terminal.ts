import { cleanText } from './clean.ts';
import type { UntrustedText } from './untrusted.ts';

/**
 * Makes text safe to print: {@link cleanText}, then escape sequences, C0 and C1 controls (all but
 * line feed and tab) and carriage returns are removed.
 */
export function cleanForTerminal(text: UntrustedText | string): string {
  const visible = cleanText(text);
  if (!CONTROL.test(visible)) return visible;
  // A sequence may have taken the character that a selector or joiner belonged to.
  return cleanText(visible.replace(SEQUENCE_OR_CONTROL, ''));
}

const CONTROL = /[^\n\t -~\u00a0-\uffff]/;

/** ECMA-48 (5th edition) sequences in their 7-bit and 8-bit forms. */
const SEQUENCE_OR_CONTROL = new RegExp(
  [
    // CSI: parameters, intermediates, final character.
    String.raw`(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?`,
    // OSC, DCS, APC, PM, SOS with their payload, if it ends. A payload never spans another control
    // that starts or ends a sequence, which also keeps the scan linear.
    String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x18\x1a\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)`,
    // Other escapes: intermediates and final character.
    String.raw`\x1b[\x20-\x2f]*[\x30-\x7e]`,
    CONTROL.source,
  ].join('|'),
  'g',
);
