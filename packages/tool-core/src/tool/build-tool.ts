import type * as z from 'zod';
import { leaveToRules, never } from './defaults.ts';
import { parseArguments } from './parse-arguments.ts';
import type {
  JsonSchema,
  PermissionResult,
  Tool,
  ToolContext,
  ToolInputSchema,
  ToolResult,
} from './tool.ts';

/** Members of a {@link Tool} that a definition must bring or may bring, whatever its schema. */
type CommonDefinition = Pick<Tool, 'name' | 'description'> &
  Partial<
    Omit<
      Tool,
      | 'name'
      | 'description'
      | 'isMcp'
      | 'mcpInfo'
      | 'inputSchema'
      | 'inputJSONSchema'
      | 'call'
      | 'checkPermissions'
    >
  >;

interface Behavior<Arguments> {
  call(args: Arguments, context: ToolContext): Promise<ToolResult>;
  checkPermissions?(
    args: Arguments,
    context: ToolContext,
  ): PermissionResult | Promise<PermissionResult>;
}

/** A tool whose arguments Zod parses before `call` and `checkPermissions` see them. */
export type ZodToolDefinition<Schema extends ToolInputSchema> = CommonDefinition &
  Behavior<z.output<Schema>> & { readonly inputSchema: Schema };

/** A tool that gets its arguments as they come. */
export type JsonSchemaToolDefinition = CommonDefinition &
  Behavior<Readonly<Record<string, unknown>>> & {
    readonly inputSchema?: undefined;
    readonly inputJSONSchema: JsonSchema;
  };

/**
 * Makes a built-in tool of a definition. What the definition leaves out: not read-only, not
 * concurrency-safe, not destructive, not open-world, permission left to the rules, the description
 * as prompt.
 *
 * The tool's `call` rejects with {@link ToolpoolError} `TOOLPOOL_TOOL_ARGUMENTS_INVALID` when the
 * arguments do not fit a Zod schema.
 */
export function buildTool<Schema extends ToolInputSchema>(
  definition: ZodToolDefinition<Schema>,
): Tool;
export function buildTool(definition: JsonSchemaToolDefinition): Tool;
export function buildTool(
  definition: ZodToolDefinition<ToolInputSchema> | JsonSchemaToolDefinition,
): Tool {
  const { inputSchema } = definition;
  const tool: Tool = {
    ...builtInDefaults,
    prompt: () => definition.description(),
    userFacingName: () => definition.title ?? definition.name,
    checkPermissions: leaveToRules,
    ...(definition as JsonSchemaToolDefinition),
  };
  return inputSchema ? parsingFirst(tool, inputSchema, definition) : tool;
}

const builtInDefaults = {
  isMcp: false,
  alwaysLoad: false,
  requiresUserInteraction: false,
  isReadOnly: never,
  isDestructive: never,
  isConcurrencySafe: never,
  isOpenWorld: never,
} as const;

function parsingFirst(tool: Tool, schema: ToolInputSchema, definition: Behavior<never>): Tool {
  const parse = (args: unknown) => parseArguments(tool.name, schema, args) as Promise<never>;
  return {
    ...tool,
    inputSchema: schema,
    call: async (args, context) => definition.call(await parse(args), context),
    ...(definition.checkPermissions && {
      checkPermissions: async (args, context) =>
        definition.checkPermissions?.(await parse(args), context) ?? leaveToRules(),
    }),
  };
}
