import {
  allConditional,
  alwaysInvisible,
  conditional,
  SUSPECT,
  shapedOrInvisible,
} from './invisible.ts';
import { lazyPattern } from './lazy-pattern.ts';
import type { UntrustedText } from './untrusted.ts';

/**
 * Removes what a person cannot see and a model can read: tag characters, private use, zero-width and
 * bidirectional controls, lone surrogates. Emoji, their joiners and the three flags made of tag
 * characters stay. For content: nothing visible changes.
 */
export function cleanText(text: UntrustedText | string): string {
  const raw = String(text);
  if (isShortLatin(raw) || !SUSPECT.test(raw)) return raw;
  const visible = raw.replace(alwaysInvisible(), '');
  return conditional().test(visible) ? visible.replace(shapedOrInvisible(), '$1') : visible;
}

/** Spares names and keys, which are the most of a tool list, the start of a regular expression. */
function isShortLatin(text: string): boolean {
  if (text.length > 32) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0xac) return false;
  }
  return true;
}

/**
 * {@link cleanText} plus NFKC where that is safe, for names, titles, descriptions and instructions:
 * look-alike letters become plain ones, and no character turns into ASCII punctuation. Of a run of
 * combining marks, 30 stay.
 */
export function cleanLabel(text: UntrustedText | string): string {
  let label = String(text);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const next = toPlainLabel(label);
    if (next === label) return label;
    label = next;
  }
  return toPlainLabel(label.replace(allConditional(), ''));
}

/**
 * A joiner may lose its letter when marks are put in order, and marks may need a new order when a
 * joiner goes. Real text settles in two rounds; text made to need more loses its joiners.
 */
const MAX_ROUNDS = 4;

function toPlainLabel(text: string): string {
  const clean = cleanText(text).replace(marksBeyondLimit(), '$1');
  if (clean === clean.normalize('NFKC')) return clean;
  const plain = clean.replace(normalisable(), toPlain).replace(COMPOSABLE, compose);
  return plain.replace(marksBeyondLimit(), '$1');
}

/** The limit of Unicode's Stream-Safe Text (UAX #15): without it, normalising takes quadratic time. */
const marksBeyondLimit = lazyPattern(() => String.raw`(\p{M}{30})\p{M}+`, 'gu');

/** Everything but emoji, which NFKC would take apart into letters. */
const normalisable = lazyPattern(
  () => String.raw`(?!\p{Emoji_Presentation})[\u0080-\u{10ffff}](?![\ufe0e\ufe0f])`,
  'gu',
);

/** Runs without the two characters whose NFC is ASCII punctuation: Greek question mark and varia. */
const COMPOSABLE = /[^\u037e\u1fef]+/g;

const UNSAFE_ASCII = /[^A-Za-z0-9\u0080-\uffff]/;

function toPlain(character: string): string {
  const plain = character.normalize('NFKC');
  return UNSAFE_ASCII.test(plain) ? character : plain;
}

function compose(run: string): string {
  return run.normalize('NFC');
}
