import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLabel, cleanText, untrusted } from '../src/text.ts';
import { hostileText } from './hostile-text.ts';

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const flag = (region: string) => `🏴${tags(region)}\u{e007f}`;

/** Of each cleaner's output; a second opinion, from Unicode's own properties. */
function expectNothingHidden(output: string): void {
  const rest = ['gbeng', 'gbsct', 'gbwls'].reduce(
    (text, name) => text.replaceAll(flag(name), ''),
    output,
  );
  expect(rest).not.toMatch(
    /(?!\p{Join_Control}|[\ufe00-\ufe0f\u180b-\u180d\u180f])\p{Default_Ignorable_Code_Point}/u,
  );
  expect(rest).not.toMatch(
    /[\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/u,
  );
  expect(rest.replaceAll('\ufe0f\u200d', '')).not.toMatch(
    /(?:^|[\p{Join_Control}\p{Variation_Selector}])[\p{Join_Control}\p{Variation_Selector}]/u,
  );
}

describe.each([
  ['cleanText', cleanText],
  ['cleanLabel', cleanLabel],
])('%s', (_name, clean) => {
  it('hides nothing and changes nothing when run again, whatever comes', () => {
    void fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
        const output = clean(text);
        expectNothingHidden(output);
        expect(clean(output)).toBe(output);
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves printable ASCII alone', () => {
    void fc.assert(
      fc.property(fc.string(), (text) => {
        expect(clean(text)).toBe(text);
      }),
    );
  });

  it('takes text of a server', () => {
    expect(clean(untrusted('a\u200bb'))).toBe('ab');
  });

  it.each([
    ['family and skin', '👨‍👩‍👧‍👦 👩🏽‍🚀 👍🏿'],
    ['heart, rainbow and pirate', '❤️ 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 👁️‍🗨️'],
    ['head shake and runner', '🙂‍↔️ 🏃🏽‍♀️‍➡️ 🐻‍❄️ 🐈‍⬛'],
    ['keycaps', '1️⃣ #️⃣ *️⃣'],
    ['flags of letters', '🇫🇷 🇯🇵'],
    ['the flags of England, Scotland and Wales', ['gbeng', 'gbsct', 'gbwls'].map(flag).join(' ')],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष और क्‌ष'],
    ['old Malayalam', 'അവന്‍'],
    ['Mongolian', 'ᠠ᠋'],
    ['mathematics', '≨︀'],
    ['Chinese, Korean, Thai, Hebrew', '漢字 한국어 ไทย עברית'],
  ])('keeps %s', (_what, text) => {
    expect(clean(text)).toBe(text);
  });

  it.each([
    ['fault 120: invisible Unicode (tags)', `a${tags('obey')}b`, 'ab'],
    ['tags after a black flag', `🏴${tags('obey')}\u{e007f}`, '🏴'],
    ['tags after a good flag', `${flag('gbeng')}${tags('x')}`, flag('gbeng')],
    ['a variation selector per letter', 'a\ufe00b\ufe01c\u{e0100}', 'abc'],
    ['more than one selector', '❤\ufe0f\ufe0f\ufe0e', '❤\ufe0f'],
    ['a run of joiners', 'م\u200c\u200d\u200cی', 'می'],
    ['joiners in Latin', 'a\u200db\u200cc', 'abc'],
    ['bidirectional controls', '\u202eabc\u2066\u200f', 'abc'],
    ['private use in all planes', 'a\ue000\u{f0000}\u{10fffd}', 'a'],
    ['surrogates that would make a pair', '\ud83d\u200b\ude00', ''],
    ['fillers', '\u3164\uffa0\u115f\u1160\u17b4', ''],
    ['a byte-order mark and a soft hyphen', '\ufeffco\u00adop', 'coop'],
    ['noncharacters and annotation', '\ufffe\ufdd0\ufff9a\ufffb\u{1ffff}', 'a'],
  ])('removes %s', (_what, text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    ['zero-width', '\u200b'],
    ['joiner', '\u200d'],
    ['emoji and joiner', '👍\u200d'],
    ['letter and joiner', 'ه\u200d\u200c'],
    ['lone surrogate', '\ud800'],
    ['tag', '\u{e0041}'],
    ['mark', '\u0316\u0301'],
    ['wide letter and mark', 'Ａ\u0301'],
  ])('gets through a megabyte of one %s', (_what, unit) => {
    expectNothingHidden(clean(unit.repeat(1_000_000 / unit.length)));
  });
});

describe('cleanText', () => {
  it('returns the same for every single code point or removes it', () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      const output = cleanText(character);
      const isHidden =
        /[\p{DI}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}]/u;
      if (output !== (isHidden.test(character) ? '' : character)) {
        expect.fail(`U+${point.toString(16)}`);
      }
    }
  });
});

describe('cleanLabel', () => {
  it.each([
    ['wide letters', 'ｄｅｌｅｔｅ', 'delete'],
    ['mathematical letters', '𝐫𝐞𝐚𝐝 𝓯𝓲𝓵𝓮', 'read file'],
    ['ligatures and numbers', 'ﬁle ① ²', 'file 1 2'],
    ['decomposed letters', 'e\u0301', 'é'],
    ['letters in circles, but no emoji', 'Ⓜ Ⓜ️ ™️ 🈁', 'M Ⓜ️ ™️ 🈁'],
  ])('makes %s plain', (_what, text, expected) => {
    expect(cleanLabel(text)).toBe(expected);
  });

  it('turns no character into ASCII that is no letter or digit', () => {
    for (let point = 0x80; point <= 0x10ffff; point += 1) {
      if (/[^A-Za-z0-9\u0080-\uffff]/.test(cleanLabel(String.fromCodePoint(point)))) {
        expect.fail(`U+${point.toString(16)}`);
      }
    }
  });

  it('settles where marks and joiners depend on each other', () => {
    const label = cleanLabel('\u103a\u0300\u200d\u094d\u103a\u200d\u094d');
    expect(cleanLabel(label)).toBe(label);
  });

  it('keeps 30 of a pile of combining marks', () => {
    expect(cleanLabel(`x${'\u0316'.repeat(500)}y`)).toBe(`x${'\u0316'.repeat(30)}y`);
  });
});
