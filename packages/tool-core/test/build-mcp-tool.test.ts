import { describe, expect, it } from 'vitest';
import { declaredMaxResultSizeChars, inputJsonSchemaOf, mcpToolTemplate } from '../src/index.ts';
import { mcpTool } from './mcp-tools.ts';

describe('buildMcpTool', () => {
  it('overrides the template with what the server says', async () => {
    const tool = mcpTool('git hub', {
      name: 'issues.list',
      title: 'List issues',
      description: 'Lists issues.',
      annotations: { readOnlyHint: true, openWorldHint: true },
    });
    expect(tool).toMatchObject({
      name: 'mcp__git_hub__issues_list',
      title: 'List issues',
      isMcp: true,
      mcpInfo: { serverName: 'git hub', toolName: 'issues.list' },
      maxResultSizeChars: 100_000,
      alwaysLoad: false,
      requiresUserInteraction: false,
    });
    expect([tool.description(), tool.prompt()]).toEqual(['Lists issues.', 'Lists issues.']);
    expect(tool.userFacingName()).toBe('git hub - List issues');
    expect([tool.isReadOnly(), tool.isConcurrencySafe(), tool.isOpenWorld()]).toEqual(
      Array(3).fill(true),
    );
    expect(await tool.checkPermissions({}, {})).toMatchObject({ behavior: 'passthrough' });
    expect(await tool.call({ a: 1 }, {})).toEqual({ data: { a: 1 } });
  });

  it('has every member in the template', () => {
    expect(Object.keys(mcpToolTemplate)).toEqual(Object.keys(mcpTool('s')));
  });

  it.each([
    undefined,
    {},
    { readOnlyHint: null, destructiveHint: 1, openWorldHint: 'true' },
    { readOnlyHint: 'yes', destructiveHint: {}, openWorldHint: [] },
  ])('counts annotations %j as absent, which is false', (annotations) => {
    const tool = mcpTool('s', annotations ? { annotations } : {});
    expect([
      tool.isReadOnly(),
      tool.isConcurrencySafe(),
      tool.isDestructive(),
      tool.isOpenWorld(),
    ]).toEqual(Array(4).fill(false));
  });

  it('falls back to the title of the annotations, then to the name', () => {
    expect(mcpTool('s', { annotations: { title: 'Old place' } }).userFacingName()).toBe(
      's - Old place',
    );
    expect(mcpTool('s', { name: 'plain', annotations: { title: 3 } }).userFacingName()).toBe(
      's - plain',
    );
  });

  it('cuts the prompt at 2,048 units and keeps the description whole', () => {
    const whole = mcpTool('s', { description: 'x'.repeat(2_048) });
    expect(whole.prompt()).toBe('x'.repeat(2_048));
    const long = mcpTool('s', { description: 'x'.repeat(2_049) });
    expect(long.prompt()).toBe(`${'x'.repeat(2_048)}... [truncated]`);
    expect(long.description()).toHaveLength(2_049);
  });

  it('never cuts through a surrogate pair', () => {
    const tool = mcpTool('s', { description: `${'x'.repeat(2_047)}😀 and more` });
    expect(tool.prompt()).toBe(`${'x'.repeat(2_047)}... [truncated]`);
  });

  it('reads what the server asks for in _meta', () => {
    const tool = mcpTool('s', {
      _meta: {
        'anthropic/searchHint': '  find\n\tfiles  fast ',
        'anthropic/alwaysLoad': true,
        'anthropic/requiresUserInteraction': true,
        'anthropic/maxResultSizeChars': 200_000,
      },
    });
    expect(tool).toMatchObject({
      searchHint: 'find files fast',
      alwaysLoad: true,
      requiresUserInteraction: true,
      maxResultSizeChars: 200_000,
    });
  });

  it('ignores odd values in _meta', () => {
    const tool = mcpTool('s', {
      _meta: {
        'anthropic/searchHint': ' \n ',
        'anthropic/alwaysLoad': 'true',
        'anthropic/requiresUserInteraction': 1,
        'anthropic/maxResultSizeChars': '9',
      },
    });
    expect(tool).toMatchObject({
      searchHint: undefined,
      alwaysLoad: false,
      requiresUserInteraction: false,
      maxResultSizeChars: 100_000,
    });
    expect(mcpTool('s', { _meta: { 'anthropic/searchHint': 7 } }).searchHint).toBeUndefined();
  });

  it('shows the model the very schema of the server', () => {
    const inputSchema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      properties: { a: true, b: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      required: null,
    };
    const tool = mcpTool('s', { inputSchema, outputSchema: { $ref: '#/$defs/Nope' } });
    expect(inputJsonSchemaOf(tool)).toBe(inputSchema);
    expect(tool.outputJSONSchema).toEqual({ $ref: '#/$defs/Nope' });
  });
});

describe('declaredMaxResultSizeChars', () => {
  it.each([
    [300_000.7, 300_000],
    [900_000, 500_000],
    [Number.POSITIVE_INFINITY, 500_000],
    [1, 1],
    [0, undefined],
    [-5, undefined],
    [Number.NaN, undefined],
    ['100', undefined],
    [null, undefined],
  ])('reads %j as %j', (value, expected) => {
    const definition = {
      name: 't',
      inputSchema: {},
      _meta: { 'anthropic/maxResultSizeChars': value },
    };
    expect(declaredMaxResultSizeChars(definition)).toBe(expected);
  });
});
