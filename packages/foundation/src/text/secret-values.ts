/** Shorter values are parts of ordinary words. */
const MIN_LENGTH = 6;
/** The same for a value whose name does not call it a secret. */
const MIN_UNNAMED_LENGTH = 8;
/** Shorter ones of words alone, such as regions and locales, stand in ordinary text too. */
const MIN_WORDS_LENGTH = 12;

const PLAIN = /^(?:true|false|yes|no|on|off|null|none|undefined|auto|default|[-+\d.,:]{0,8})$/i;

/** Single words, paths, dates, media types and time zones, hosts with a port. */
const HARMLESS =
  /^(?:[a-z]+|(?:\.{0,2}|~|[a-z]:)[\\/].*|[a-z]+\/[a-z.+_-]+|\d{4}-\d\d-\d\d|[a-z.-]+:\d+)$/is;
const WORDS = /^[a-z]+(?:[-_. ][a-z]+)*(?:-?\d{1,2})?$/i;

/** What says neither more nor less than a switch or a number. */
export function isPlainValue(value: string): boolean {
  return PLAIN.test(value);
}

/** Tells whether messages must not show a literal value. */
export function isSecretValue(value: string, isNamedSecret: boolean): boolean {
  if (isPlainValue(value)) return false;
  if (isNamedSecret) return value.length >= MIN_LENGTH;
  if (value.length < MIN_UNNAMED_LENGTH || HARMLESS.test(value)) return false;
  return value.length >= MIN_WORDS_LENGTH || !WORDS.test(value);
}

/** `Bearer x` is `x`: the word before it is no secret (RFC 9110, section 11.4). */
export function withoutScheme(value: string): string {
  return value.replace(/^(?:Bearer|Basic|Digest|Token|ApiKey|Bot)\s+/i, '');
}
