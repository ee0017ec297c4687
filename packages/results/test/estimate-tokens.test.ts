import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../src/index.ts';

describe('estimateTokens', () => {
  it.each([
    { text: '', tokens: 0 },
    { text: 'word', tokens: 1 },
    { text: 'The quick brown fox jumps over it.', tokens: 9 },
    { text: 'Съешь ещё этих мягких булок', tokens: 16 },
    { text: '敏捷的棕色狐狸跳过了懒狗', tokens: 12 },
    { text: '😀😀😀😀', tokens: 5 },
  ])('takes $text for $tokens', ({ text, tokens }) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('lies between a quarter and three halves of a token for each UTF-16 unit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(text.length / 4);
        expect(estimateTokens(text)).toBeLessThanOrEqual(Math.ceil(text.length * 1.5));
      }),
    );
  });
});
