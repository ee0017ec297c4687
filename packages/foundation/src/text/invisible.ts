import { lazyPattern } from './lazy-pattern.ts';

/**
 * Finds text that may hold something invisible. Works on UTF-16 units, so that plain text of any
 * script passes in one scan; emoji and rare letters are false alarms that cost a closer look.
 */
export const SUSPECT = new RegExp(
  classOf(
    String.raw`\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e`,
    String.raw`\u2060-\u206f\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`,
    String.raw`\ufffe\uffff`,
  ),
);

/**
 * What is removed wherever it stands: soft hyphen, fillers (Hangul, Khmer), bidirectional and
 * zero-width controls, interlinear annotation, layout controls of shorthand, music and hieroglyphs,
 * private use, noncharacters, lone surrogates, and plane 14 but for the tags of flags. With
 * {@link conditional} it covers Unicode's Default_Ignorable_Code_Point.
 */
export const alwaysInvisible = lazyPattern(
  () =>
    classOf(
      String.raw`\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e`,
      String.raw`\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}`,
      String.raw`\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}\u{e0080}-\u{e0fff}`,
      String.raw`\p{Co}\p{Cs}\p{Noncharacter_Code_Point}`,
    ),
  'gu',
);

/** What is kept only where it shapes its neighbours: joiners, variation selectors, tags. */
const CONDITIONAL = String.raw`[\p{Join_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}]`;

export const conditional = lazyPattern(() => CONDITIONAL, 'u');
export const allConditional = lazyPattern(() => CONDITIONAL, 'gu');

// Put together from pieces, since a literal class of marks reads as one letter.
function classOf(...ranges: readonly string[]): string {
  return `[${ranges.join('')}]`;
}

const joiner = '[\\u200c\\u200d]';
const emoji = String.raw`(?:\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)`;

/** A letter or mark that changes shape beside a joiner (Unicode 17, chapters 9, 12-14, section 23.2). */
const joining = `(?=[\\p{L}\\p{M}])(?!\\p{Variation_Selector})(?:${[
  'Arabic,Syriac,Mandaic,Nko,Mongolian,Phags_Pa,Manichaean,Adlam,Hanifi_Rohingya',
  'Devanagari,Bengali,Gurmukhi,Gujarati,Oriya,Tamil,Telugu,Kannada,Malayalam,Sinhala',
  'Khmer,Myanmar,Tibetan,Balinese,Javanese,Newa,Tirhuta,Grantha,Chakma,Brahmi,Kaithi',
]
  .join()
  .split(',')
  .map((script) => `\\p{Script=${script}}`)
  .join('|')})`;

/** An invisible character where it belongs, with the characters that make it belong. */
const shaped = [
  // The three flags that Unicode recommends for interchange: England, Scotland, Wales.
  ...['gbeng', 'gbsct', 'gbwls'].map((region) => {
    const tags = [...region].map(
      (letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`,
    );
    return `\\u{1f3f4}${tags.join('')}\\u{e007f}`;
  }),
  `${emoji}(?:\\u200d${emoji})+`,
  '[0-9#*]\\ufe0f(?=\\u20e3)',
  '(?![\\x00-\\x7f])\\p{Emoji}[\\ufe0e\\ufe0f]',
  '[\\p{Script=Han}][\\ufe00-\\ufe02]',
  '[\\u2018-\\u201d\\u3001\\u3002\\uff01\\uff0c\\uff0e\\uff1a\\uff1b\\uff1f][\\ufe00\\ufe01]',
  '(?![\\x00-\\x7f])[\\p{Sm}\\p{Script=Myanmar}\\p{Script=Phags_Pa}]\\ufe00',
  '(?!\\p{Variation_Selector})\\p{Script=Mongolian}[\\u180b-\\u180d\\u180f]',
  `(?<=${joining})\\u200d(?!${joiner})`,
  `(?<=${joining})\\u200c(?=${joining})`,
];

/** Matches a {@link conditional} character; the first group holds what is to stay. */
export const shapedOrInvisible = lazyPattern(() => `(${shaped.join('|')})|${CONDITIONAL}`, 'gu');
