import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  assembleToolPool,
  assignQualifiedNames,
  buildMcpTool,
  buildTool,
  estimatePoolTokens,
  estimateToolTokens,
  inputJsonSchemaOf,
  type PermissionContext,
  parsePermissionRules,
  type Tool,
} from '../src/index.ts';
import { mcpTool } from './mcp-tools.ts';

const open: PermissionContext = { rules: parsePermissionRules(), mode: 'default' };

const builtIn = (name: string): Tool =>
  buildTool({
    name,
    description: () => `Does ${name}.`,
    inputSchema: z.object({}),
    call: async () => ({ data: '' }),
  });

const names = (tools: readonly Tool[]): readonly string[] => tools.map(({ name }) => name);

/** What a model would be sent. */
const bytesOf = (tools: readonly Tool[]): string =>
  JSON.stringify(tools.map((tool) => [tool.name, tool.prompt(), inputJsonSchemaOf(tool)]));

describe('assembleToolPool', () => {
  it('puts built-in tools first and orders both groups by UTF-16 units', () => {
    const mcp = [mcpTool('b', 'x'), mcpTool('B', 'x'), mcpTool('a', 'y'), mcpTool('a', '_')];
    expect(names(assembleToolPool(open, [builtIn('b'), builtIn('Z'), builtIn('_')], mcp))).toEqual([
      'Z',
      '_',
      'b',
      'mcp__B__x',
      'mcp__a___',
      'mcp__a__y',
      'mcp__b__x',
    ]);
  });

  it('drops what a deny rule covers', () => {
    const context = { ...open, rules: parsePermissionRules({ deny: ['mcp__a__x*', 'Read'] }) };
    const mcp = [mcpTool('a', 'x1'), mcpTool('a', 'y'), mcpTool('a__x', 'y')];
    expect(names(assembleToolPool(context, [builtIn('Read'), builtIn('Write')], mcp))).toEqual([
      'Write',
      'mcp__a__x__y',
      'mcp__a__y',
    ]);
  });

  it('lets a built-in tool win over an MCP tool of its name', () => {
    const own = builtIn('Read');
    const pool = assembleToolPool(open, [own], [{ ...mcpTool('a', 'Read'), name: 'Read' }]);
    expect(pool).toEqual([own]);
  });

  it('keeps an MCP tool whose built-in rival is denied', () => {
    const context = { ...open, rules: parsePermissionRules({ deny: ['Read'] }) };
    const theirs = { ...mcpTool('a', 'Read'), name: 'Read' };
    expect(assembleToolPool(context, [builtIn('Read')], [theirs])).toEqual([theirs]);
  });

  it('gives the same bytes for the same tools in whatever order they come', () => {
    const name = fc.stringMatching(/^[aB_.\-é]{1,4}$/);
    const pairs = fc.uniqueArray(fc.tuple(name, name), { selector: String, maxLength: 25 });
    fc.assert(
      fc.property(pairs, fc.uniqueArray(name, { maxLength: 5 }), fc.nat(), (origins, own, turn) => {
        const infos = origins.map(([serverName, toolName]) => ({ serverName, toolName }));
        const poolOf = (order: typeof infos, builtIns: readonly string[]) => {
          const tools = Array.from(assignQualifiedNames(order).names, ([qualifiedName, info]) =>
            buildMcpTool({
              serverName: info.serverName,
              definition: { name: info.toolName, inputSchema: { title: info.toolName } },
              qualifiedName,
              call: async () => ({ data: '' }),
            }),
          );
          return bytesOf(assembleToolPool(open, builtIns.map(builtIn), tools));
        };
        const turned = [...infos.slice(turn % 7), ...infos.slice(0, turn % 7)].reverse();
        expect(poolOf(turned, own.toReversed())).toBe(poolOf(infos, own));
      }),
    );
  });

  it('chooses between two MCP tools of one name by where they come from', () => {
    const one = { ...mcpTool('a', 'x'), name: 'same' };
    const two = { ...mcpTool('b', 'x'), name: 'same' };
    expect(assembleToolPool(open, [], [one, two])).toEqual([one]);
    expect(assembleToolPool(open, [], [two, one])).toEqual([one]);
  });
});

describe('estimateToolTokens', () => {
  it('counts four bytes of what a model would be sent as one token', () => {
    const tool = mcpTool('s', { description: 'x'.repeat(4_000) });
    const sent = JSON.stringify({
      name: tool.name,
      description: tool.prompt(),
      input_schema: tool.inputJSONSchema,
    });
    expect(estimateToolTokens(tool)).toBe(Math.ceil(sent.length / 4));
    expect(estimateToolTokens(mcpTool('s', { description: '語'.repeat(40) }))).toBe(
      estimateToolTokens(mcpTool('s')) + 30,
    );
  });

  it('adds up over a pool', () => {
    const tools = [mcpTool('s', 'a'), builtIn('Read')];
    expect(estimatePoolTokens(tools)).toBe(
      estimateToolTokens(mcpTool('s', 'a')) + estimateToolTokens(builtIn('Read')),
    );
    expect(estimatePoolTokens([])).toBe(0);
  });
});
