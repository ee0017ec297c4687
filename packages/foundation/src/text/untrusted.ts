declare const brand: unique symbol;

/**
 * Text that a server wrote. It is a string at run time, and no `string` to the compiler: only the
 * cleaners of this module turn it into one.
 */
export interface UntrustedText {
  readonly [brand]: 'untrusted text';
}

/** Marks text as written by a server. */
export function untrusted(text: string): UntrustedText {
  return text as unknown as UntrustedText;
}
