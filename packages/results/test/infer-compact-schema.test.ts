import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferCompactSchema } from '../src/index.ts';

/** Values long enough that their description is the shorter one. */
const long = 'a text that is longer than the name of its kind';
const row = (more: object) => ({ id: 1_000_000_000_000, text: long, ...more });

describe('inferCompactSchema', () => {
  it.each([
    { value: long, schema: 'string' },
    { value: { name: long }, schema: '{name: string}' },
    { value: [long, long], schema: '[string]' },
    { value: [long, 1, null, true], schema: '[string | number | boolean | null]' },
    {
      value: { name: long, items: [{ id: 1, name: long }] },
      schema: '{name: string, items: [{id: number, name: string}]}',
    },
    {
      value: [row({ tag: 'x' }), row({}), row({ tag: null })],
      schema: '[{id: number, text: string, tag?: string | null}]',
    },
    { value: [row({}), [long], long], schema: '[string | {id: number, text: string} | [string]]' },
    { value: { a: long, b: { c: { d: long } } }, schema: '{a: string, b: {c: {...}}}' },
    { value: { a: [[long]], b: [[]] }, schema: '{a: [[string]], b: [[]]}' },
    { value: { a: {}, b: [], c: long }, schema: '{a: {}, b: [], c: string}' },
    {
      value: { 'two words': long, 'a"b\n': long, __proto__x: long },
      schema: '{"two words": string, "a\\"b\\n": string, __proto__x: string}',
    },
    { value: JSON.parse(`{"__proto__": "${long}"}`), schema: '{__proto__: string}' },
    {
      value: { [`a\u200b${String.fromCodePoint(0xe0041)}\u2028é`]: long },
      schema: '{"a é": string}',
    },
    { value: { ['k'.repeat(100)]: long.repeat(2) }, schema: `{"${'k'.repeat(60)}": string}` },
  ])('describes it as $schema', ({ value, schema }) => {
    expect(inferCompactSchema(value)).toBe(schema);
  });

  it.each([
    { depth: 0, schema: '{...}' },
    { depth: 1, schema: '{rows: [{...}], next: {...}}' },
    { depth: 2, schema: '{rows: [{id: number, owner: {...}}], next: {cursor: string}}' },
    { depth: 3, schema: '{rows: [{id: number, owner: {name: string}}], next: {cursor: string}}' },
  ])('goes $depth levels deep', ({ depth, schema }) => {
    const value = { rows: [{ id: 1, owner: { name: long } }], next: { cursor: long } };
    expect(inferCompactSchema(value, depth)).toBe(schema);
  });

  it('names only the first keys of an object that has many', () => {
    const value = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, long]));
    expect(inferCompactSchema(value)).toMatch(/^\{k0: string, .*k19: string, \.\.\.\}$/);
  });

  it('finds what only the last of many items holds', () => {
    const items: object[] = Array.from({ length: 100_000 }, () => row({}));
    items.push(row({ last: true }));
    expect(inferCompactSchema({ items })).toBe(
      '{items: [{id: number, text: string, last?: boolean}]}',
    );
  });

  it('still names every key beside more values than it samples', () => {
    const cells = Array.from({ length: 1_000 }, () => ({ a: [[1, 2], [3]], b: long }));
    const rows = Array.from({ length: 1_000 }, () => ({ cells }));
    expect(inferCompactSchema({ rows, total: 1, next: { cursor: long } }, 9)).toMatch(
      /^\{rows: \[.*\], total: number, next: \{.*\}\}$/,
    );
  });

  it('is the JSON text itself where that is shorter', () => {
    expect(inferCompactSchema(5)).toBe('5');
    expect(inferCompactSchema({ a: [1, 'x\u200b'] })).toBe('{"a":[1,"x"]}');
  });

  it('ends for cycles, for depth without end, and for what JSON does not know', () => {
    const cycle: Record<string, unknown> = { name: long };
    cycle.self = [cycle];
    expect(inferCompactSchema(cycle, 3)).toBe(
      '{name: string, self: [{name: string, self: [{name: string, self: [{...}]}]}]}',
    );
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(inferCompactSchema(deep, Number.POSITIVE_INFINITY)).toMatch(/^\[+\.\.\.\]+$/);
    expect(inferCompactSchema(undefined)).toBe('undefined');
    expect(inferCompactSchema({ a: 1n, b: () => 1 })).toBe('{a: bigint, b: function}');
  });

  it('is one line and never longer than the JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat({ max: 5 }), (value, depth) => {
        const schema = inferCompactSchema(value, depth);
        expect(schema.length).toBeLessThanOrEqual(JSON.stringify(value).length);
        expect(schema).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
      { numRuns: 1_000 },
    );
  });
});
