import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDeep } from '../src/text.ts';
import { hostileText } from './hostile-text.ts';

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1.5),
    hostileText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(hostileText, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('cleanDeep', () => {
  it('changes nothing when run again, and nothing in its argument', () => {
    void fc.assert(
      fc.property(json, (value) => {
        const before = JSON.stringify(value);
        const output = cleanDeep(value);
        expect(JSON.stringify(value)).toBe(before);
        expect(cleanDeep(output)).toBe(output);
      }),
    );
  });

  it('returns the value itself when there is nothing to clean', () => {
    const value = { a: ['👍', { b: 'می‌خواهم' }], c: null, d: undefined };
    expect(cleanDeep(value)).toBe(value);
  });

  it('cleans values and keys', () => {
    const value = { 'a\u200b': ['x\u200b', { b: '\u{e0041}' }], n: 1 };
    expect(cleanDeep(value)).toEqual({ a: ['x', { b: '' }], n: 1 });
    expect(cleanDeep('x\u200b')).toBe('x');
  });

  it('loses nothing where two keys become equal', () => {
    const value = { 'a\u200b': 1, a: 2, 'a\u200d': 3, a_2: 4 };
    expect(cleanDeep(value)).toEqual({ a_3: 1, a: 2, a_4: 3, a_2: 4 });
  });

  it('keeps a key named __proto__ an ordinary key', () => {
    const output = cleanDeep(JSON.parse('{"__proto__":{"x":"\u200b"}, "\u200b__proto__":1}'));
    expect(JSON.stringify(output)).toBe('{"__proto__":{"x":""},"__proto___2":1}');
    expect(Object.getPrototypeOf(output)).toBe(Object.prototype);
  });

  it('takes any depth', () => {
    let value: unknown = 'x\u200b';
    for (let depth = 0; depth < 100_000; depth += 1) value = depth % 2 ? [value] : { value };
    let output = cleanDeep(value);
    while (typeof output === 'object' && output !== null) output = Object.values(output)[0];
    expect(output).toBe('x');
  });

  it('ends on a cycle', () => {
    const clean: Record<string, unknown> = { a: 'x' };
    clean.self = [clean, clean];
    expect(cleanDeep(clean)).toBe(clean);
    const dirty: Record<string, unknown> = { a: 'x\u200b' };
    dirty.self = dirty;
    const output = cleanDeep(dirty) as Record<string, unknown>;
    expect(output.a).toBe('x');
    expect(output.self).toBe(output);
  });

  it('leaves what JSON does not know alone', () => {
    const value = { at: new Date(0), bytes: new Uint8Array(3), text: 'x\u200b' };
    expect(cleanDeep(value)).toEqual({ ...value, text: 'x' });
  });
});
