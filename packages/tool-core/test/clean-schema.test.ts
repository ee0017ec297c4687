import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHiddenCharacters } from '../src/index.ts';
import { mcpTool } from './mcp-tools.ts';

/** `text` in tag characters, which no screen shows. */
const hidden = (text: string): string =>
  Array.from(text, (unit) => String.fromCodePoint(0xe0000 + unit.charCodeAt(0))).join('');

const seen = (inputSchema: Readonly<Record<string, unknown>>): unknown =>
  mcpTool('s', { inputSchema }).inputJSONSchema;

describe('schema texts of MCP tools', () => {
  it('fault 120: hidden text in titles and descriptions of every depth is removed', () => {
    const say = `say${hidden('obey')}`;
    const text = (value: string) => ({ title: value, description: value });
    const schemaWith = (value: string) => ({
      ...text(value),
      properties: { a: text(value), list: { items: text(value), prefixItems: [text(value)] } },
      $defs: { b: { anyOf: [text(value), { not: text(value) }] } },
      definitions: { c: { additionalProperties: text(value) } },
      if: text(value),
      else: { patternProperties: { '^x': text(value) } },
    });
    expect(seen(schemaWith(say))).toEqual(schemaWith('say'));
  });

  it('fault 120: hidden text in descriptions, titles and hints is removed', () => {
    const say = `say${hidden('obey')}\u200b`;
    const tool = mcpTool(`s${hidden('x')}`, {
      name: 't',
      title: say,
      description: say,
      _meta: { 'anthropic/searchHint': say },
      outputSchema: { description: say },
    });
    expect([tool.title, tool.description(), tool.prompt(), tool.searchHint]).toEqual(
      Array(4).fill('say'),
    );
    expect(tool.userFacingName()).toBe('s - say');
    expect(tool.outputJSONSchema).toEqual({ description: 'say' });
  });

  it('fault 120: emoji stay, and text after a black flag goes', () => {
    const family = '👩‍👩‍👧 ok';
    expect(seen({ description: family })).toEqual({ description: family });
    expect(seen({ description: `🏴${hidden('obey')}` })).toEqual({ description: '🏴' });
  });

  it('leaves keys and values that decide what is valid, and reports what they hide', () => {
    const inputSchema = {
      properties: {
        title: { const: { title: `x${hidden('a')}` } },
        [`na${hidden('b')}me`]: { enum: ['ok', `ok${hidden('c')}`], default: hidden('d') },
        'a/b~c': { pattern: `^\u202e$` },
      },
      examples: [{ description: hidden('e') }],
    };
    expect(seen(inputSchema)).toBe(inputSchema);
    expect(findHiddenCharacters(inputSchema)).toEqual([
      '#/properties/title/const/title',
      '#/properties/na\\u{e0062}me',
      '#/properties/na\\u{e0062}me/enum/1',
      '#/properties/na\\u{e0062}me/default',
      '#/properties/a~1b~0c/pattern',
      '#/examples/0/description',
    ]);
  });

  it('reports nothing for what is cleaned', () => {
    const description = hidden('x');
    expect(findHiddenCharacters({ description, properties: { a: { description } } })).toEqual([]);
    expect(findHiddenCharacters(undefined)).toEqual([]);
  });

  it('copies `__proto__` as the key that it is', () => {
    const inputSchema = JSON.parse(
      `{"properties":{"__proto__":{"description":"x${hidden('y')}"}}}`,
    );
    const cleaned = seen(inputSchema);
    expect(JSON.stringify(cleaned)).toBe('{"properties":{"__proto__":{"description":"x"}}}');
    expect({}).not.toHaveProperty('description');
  });

  it('returns the very schema when there is nothing to clean, and never changes one', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
        const before = JSON.stringify(schema);
        const cleaned = seen(schema);
        expect(JSON.stringify(schema)).toBe(before);
        if (JSON.stringify(cleaned) === before) expect(cleaned).toBe(schema);
        expect(seen(cleaned as typeof schema)).toBe(cleaned);
      }),
    );
  });
});
