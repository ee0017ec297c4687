import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMcpToolDefinition } from '../src/index.ts';

const good = { name: 'good', inputSchema: { type: 'object' } };

describe('readMcpToolDefinition', () => {
  it('reads every field of a tool and keeps its schemas as they are', () => {
    const raw = {
      name: 'search',
      title: 'Search',
      description: 'Searches.',
      inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      _meta: { a: 1 },
      execution: { taskSupport: 'optional' },
    };
    const reading = readMcpToolDefinition({ ...raw, unknown: 1 });
    expect(reading).toEqual({ definition: raw, notes: [] });
    expect(reading).toHaveProperty('definition.inputSchema', raw.inputSchema);
  });

  it('fault 85: null counts as absent in every field', () => {
    const reading = readMcpToolDefinition({
      name: 'nulls',
      title: null,
      description: null,
      inputSchema: { type: 'object', required: null },
      outputSchema: null,
      annotations: null,
      _meta: null,
      execution: null,
    });
    expect(reading).toEqual({
      definition: { name: 'nulls', inputSchema: { type: 'object', required: null } },
      notes: [],
    });
  });

  it.each([
    ['no inputSchema', {}],
    ['a null inputSchema', { inputSchema: null }],
    ['a true inputSchema', { inputSchema: true }],
  ])('fault 100: a tool with %s takes any object, with a note', (_what, rest) => {
    expect(readMcpToolDefinition({ name: 'bare', ...rest })).toEqual({
      definition: { name: 'bare', inputSchema: { type: 'object' } },
      notes: ['Tool "bare": "inputSchema" is missing; any object will do.'],
    });
  });

  it.each([
    ['no type', { properties: { a: {} } }],
    ['a root anyOf', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
    ['a boolean property', { type: 'object', properties: { a: true } }],
    ['required: null', { type: 'object', required: null }],
    ['properties: null', { type: 'object', properties: null }],
    ['nothing in it', {}],
  ])('fault 100: a schema with %s is kept untouched', (_what, inputSchema) => {
    expect(readMcpToolDefinition({ name: 'odd', inputSchema })).toEqual({
      definition: { name: 'odd', inputSchema },
      notes: [],
    });
  });

  it.each([
    [null, 'A tool in the list is null, not an object.'],
    ['text', 'A tool in the list is a string, not an object.'],
    [[], 'A tool in the list is an array, not an object.'],
    [{ inputSchema: {} }, 'A tool in the list has no usable name: "name" is missing.'],
    [{ name: '' }, 'A tool in the list has no usable name: "name" is empty.'],
    [{ name: null }, 'A tool in the list has no usable name: "name" is null.'],
    [{ name: 7 }, 'A tool in the list has no usable name: "name" is a number.'],
    [{ name: 'a', inputSchema: 'x' }, 'Tool "a": "inputSchema" is a string, not an object.'],
    [{ name: 'a', inputSchema: [] }, 'Tool "a": "inputSchema" is an array, not an object.'],
    [{ name: 'a', inputSchema: false }, 'Tool "a": "inputSchema" is false, not an object.'],
  ])('fault 100: %j costs only itself and is named', (raw, problem) => {
    const readings = [good, raw, { ...good, name: 'better' }].map(readMcpToolDefinition);
    expect(readings).toMatchObject([
      { definition: { name: 'good' } },
      { problem },
      { definition: { name: 'better' } },
    ]);
  });

  it.each([
    { type: 'object', properties: { a: { $ref: '#/$defs/Nope' } } },
    { $ref: 'https://example.com/schema.json' },
    { type: 'object', properties: { a: { type: 'string', pattern: '(?i)x[' } } },
    { $id: 'same', properties: { a: { $id: 'same' } } },
    { properties: { a: {} } },
    true,
    'not a schema',
    [],
  ])('fault 101: outputSchema %j is kept untouched and breaks nothing', (outputSchema) => {
    const reading = readMcpToolDefinition({ ...good, outputSchema });
    expect(reading).toEqual({ definition: { ...good, outputSchema }, notes: [] });
  });

  it('drops optional fields of the wrong kind, with a note each', () => {
    const reading = readMcpToolDefinition({
      ...good,
      title: 1,
      description: {},
      annotations: [],
      _meta: 'x',
      execution: true,
    });
    expect(reading).toEqual({
      definition: good,
      notes: [
        'Tool "good": "title" is a number and was ignored.',
        'Tool "good": "description" is an object and was ignored.',
        'Tool "good": "annotations" is an array and was ignored.',
        'Tool "good": "_meta" is a string and was ignored.',
        'Tool "good": "execution" is true and was ignored.',
      ],
    });
  });

  it('refuses a schema nested so deep that it could not be written out again', () => {
    const deep = (levels: number): unknown =>
      JSON.parse(`${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`);
    expect(readMcpToolDefinition({ name: 'deep', inputSchema: deep(200_000) })).toEqual({
      problem: 'Tool "deep": "inputSchema" is nested more than 256 levels deep.',
    });
    expect(readMcpToolDefinition({ ...good, outputSchema: deep(200_000) })).toEqual({
      definition: good,
      notes: ['Tool "good": "outputSchema" is nested more than 256 levels deep and was ignored.'],
    });
    expect(readMcpToolDefinition({ ...good, inputSchema: deep(200) })).toHaveProperty('definition');
  });

  it('shows names of tools cleaned and short', () => {
    const name = `\u202e${'a'.repeat(200)}\u{e0041}`;
    expect(readMcpToolDefinition({ name, inputSchema: 1 })).toEqual({
      problem: `Tool "${'a'.repeat(100)}": "inputSchema" is a number, not an object.`,
    });
  });

  it('never throws, and gives either a definition or a problem', () => {
    const fields = fc.record(
      {
        name: fc.oneof(fc.string(), fc.jsonValue()),
        title: fc.jsonValue(),
        inputSchema: fc.jsonValue(),
        outputSchema: fc.jsonValue(),
        annotations: fc.jsonValue(),
        _meta: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fields, fc.jsonValue()), (raw) => {
        const reading = readMcpToolDefinition(raw);
        expect('definition' in reading !== 'problem' in reading).toBe(true);
      }),
    );
  });
});
