import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { buildTool, inputJsonSchemaOf, type JsonSchema } from '../src/index.ts';

const readFile = () =>
  buildTool({
    name: 'ReadFile',
    description: () => 'Reads a file.',
    inputSchema: z.object({
      path: z.string(),
      lines: z.coerce.number().int().default(10),
    }),
    call: async ({ path, lines }) => ({ data: `${path}:${lines}` }),
  });

describe('buildTool', () => {
  it('fills the defaults', async () => {
    const tool = readFile();
    expect(tool).toMatchObject({
      name: 'ReadFile',
      isMcp: false,
      alwaysLoad: false,
      requiresUserInteraction: false,
    });
    expect({
      readOnly: tool.isReadOnly(),
      concurrencySafe: tool.isConcurrencySafe(),
      destructive: tool.isDestructive(),
      openWorld: tool.isOpenWorld(),
      prompt: tool.prompt(),
      shown: tool.userFacingName(),
    }).toEqual({
      readOnly: false,
      concurrencySafe: false,
      destructive: false,
      openWorld: false,
      prompt: 'Reads a file.',
      shown: 'ReadFile',
    });
    expect(await tool.checkPermissions({}, {})).toMatchObject({ behavior: 'passthrough' });
  });

  it('keeps what the definition says', () => {
    const tool = buildTool({
      name: 'Say',
      title: 'Say something',
      description: () => 'Says something.',
      prompt: () => 'Short.',
      isReadOnly: () => true,
      inputSchema: z.object({}),
      call: async () => ({ data: '' }),
    });
    expect([tool.isReadOnly(), tool.prompt(), tool.userFacingName()]).toEqual([
      true,
      'Short.',
      'Say something',
    ]);
  });

  it('parses the arguments with Zod before it calls', async () => {
    expect(await readFile().call({ path: 'a', lines: '3' }, {})).toEqual({ data: 'a:3' });
    expect(await readFile().call({ path: 'a' }, {})).toEqual({ data: 'a:10' });
  });

  it('names each wrong field on a line of its own', async () => {
    const call = readFile().call({ path: 7, lines: 'many' }, {});
    await expect(call).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
      data: { issues: [{ path: ['path'] }, { path: ['lines'] }] },
    });
    await expect(call).rejects.toThrowErrorMatchingInlineSnapshot(`
      [ToolpoolError: The arguments do not fit tool "ReadFile":
      path: Invalid input: expected string, received number
      lines: Invalid input: expected number, received NaN]
    `);
  });

  it('joins several complaints about one field, and finds nested and unknown ones', async () => {
    const tool = buildTool({
      name: 'Nested',
      description: () => '',
      inputSchema: z.strictObject({
        name: z
          .string()
          .min(3)
          .regex(/^[a-z]+$/),
        filters: z.array(z.object({ 'a b': z.number() })),
      }),
      call: async () => ({ data: '' }),
    });
    const call = tool.call({ name: 'A', filters: [{ 'a b': 1 }, {}], extra: 1 }, {});
    await expect(call).rejects.toThrowErrorMatchingInlineSnapshot(`
      [ToolpoolError: The arguments do not fit tool "Nested":
      name: Too small: expected string to have >=3 characters; Invalid string: must match pattern /^[a-z]+$/
      filters[1]["a b"]: Invalid input: expected number, received undefined
      arguments: Unrecognized key: "extra"]
    `);
  });

  it('lets the permission check see parsed arguments', async () => {
    const tool = buildTool({
      name: 'Delete',
      description: () => '',
      inputSchema: z.object({ depth: z.coerce.number() }),
      call: async () => ({ data: '' }),
      checkPermissions: ({ depth }) => ({
        behavior: depth > 1 ? 'ask' : 'allow',
        message: `Depth is ${depth}.`,
      }),
    });
    expect(await tool.checkPermissions({ depth: '2' }, {})).toEqual({
      behavior: 'ask',
      message: 'Depth is 2.',
    });
    await expect(tool.checkPermissions({}, {})).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
    });
  });

  it('hands on arguments as they are to a tool with a JSON Schema of its own', async () => {
    const inputJSONSchema: JsonSchema = { type: 'object', required: ['a'] };
    const tool = buildTool({
      name: 'Raw',
      description: () => '',
      inputJSONSchema,
      call: async (args) => ({ data: args }),
    });
    expect(await tool.call({ b: 1 }, {})).toEqual({ data: { b: 1 } });
    expect(inputJsonSchemaOf(tool)).toBe(inputJSONSchema);
  });
});

describe('inputJsonSchemaOf', () => {
  it('describes what a caller has to send, once per schema', () => {
    const tool = readFile();
    expect(inputJsonSchemaOf(tool)).toMatchObject({
      type: 'object',
      properties: { path: { type: 'string' }, lines: { type: 'integer', default: 10 } },
      required: ['path'],
    });
    expect(inputJsonSchemaOf(tool)).toBe(inputJsonSchemaOf({ ...tool }));
  });

  it('works for schemas of zod/mini and for types that JSON does not have', () => {
    const tool = buildTool({
      name: 'Mini',
      description: () => '',
      inputSchema: mini.object({ at: mini.date(), name: mini.optional(mini.string()) }),
      call: async () => ({ data: '' }),
    });
    expect(inputJsonSchemaOf(tool)).toMatchObject({
      properties: { at: {}, name: { type: 'string' } },
      required: ['at'],
    });
  });
});
