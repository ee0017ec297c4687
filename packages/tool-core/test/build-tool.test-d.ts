import { describe, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { buildTool, type Tool, type ToolContext, type ToolResult } from '../src/index.ts';

const common = { name: 'Say', description: () => 'Says something.' };
const result = async (): Promise<ToolResult> => ({ data: '' });

describe('buildTool', () => {
  it('infers the arguments from the Zod schema, after parsing', () => {
    const tool = buildTool({
      ...common,
      inputSchema: z.object({ times: z.coerce.number().default(1), text: z.string().optional() }),
      call: async (args, context) => {
        expectTypeOf(args).toEqualTypeOf<{ times: number; text?: string | undefined }>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
        return { data: args.times };
      },
      checkPermissions: (args) => {
        expectTypeOf(args.times).toEqualTypeOf<number>();
        return { behavior: 'allow', message: 'It is harmless.' };
      },
    });
    expectTypeOf(tool).toEqualTypeOf<Tool>();
  });

  it('infers the branches of a union', () => {
    buildTool({
      ...common,
      inputSchema: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), size: z.number() }),
        z.object({ kind: z.literal('b') }),
      ]),
      call: async (args) => {
        if (args.kind === 'a') expectTypeOf(args.size).toEqualTypeOf<number>();
        return { data: '' };
      },
    });
  });

  it('gives a tool with a JSON Schema unknown arguments', () => {
    buildTool({
      ...common,
      inputJSONSchema: { type: 'object' },
      call: async (args) => {
        expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        return { data: '' };
      },
    });
  });

  it('refuses a definition without a schema, and schemas of anything but objects', () => {
    // @ts-expect-error a schema is missing
    buildTool({ ...common, call: result });
    // @ts-expect-error arguments are always an object
    buildTool({ ...common, inputSchema: z.string(), call: result });
    // @ts-expect-error a call has a result
    buildTool({ ...common, inputSchema: z.object({}), call: async () => 'text' });
    // @ts-expect-error only discovery makes MCP tools
    buildTool({ ...common, isMcp: true, inputSchema: z.object({}), call: result });
  });
});
