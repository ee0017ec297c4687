import * as fc from 'fast-check';

const code = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((point) => String.fromCodePoint(point));

/** Text made of what the cleaners must tell apart, in any order. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      code(0x20, 0x7e),
      code(0, 0x9f),
      code(0xd800, 0xdfff),
      code(0x200b, 0x200f),
      code(0x2028, 0x206f),
      code(0xfe00, 0xfe0f),
      code(0xe0000, 0xe01ff),
      code(0xe000, 0xe010),
      code(0x300, 0x345),
      code(0x1100, 0x11ff),
      code(0xff00, 0xffff),
      fc.constantFrom(
        '\u00ad',
        '\u034f',
        '\u061c',
        '\u115f',
        '\u180b',
        '\u180e',
        '\u3164',
        '\ufeff',
      ),
      fc.constantFrom(
        '👍',
        '👩',
        '🏽',
        '❤',
        'ℹ',
        'Ⓜ',
        '🈁',
        '🏴',
        '🇫',
        '1',
        '#',
        '\u20e3',
        '\u{1f468}',
      ),
      fc.constantFrom(
        'ه',
        'م',
        'क',
        '्',
        'ന',
        '်',
        'က',
        '葛',
        'ᠠ',
        'ﺎ',
        'ﷺ',
        '≨',
        'Ａ',
        'ﬁ',
        '\u037e',
      ),
      fc.constantFrom(
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\x1b',
        '\x1b[',
        '\x1b]',
        '\x9b',
        '\x07',
        '\x1b\\',
      ),
      fc.constantFrom('🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '\u{e007f}'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
