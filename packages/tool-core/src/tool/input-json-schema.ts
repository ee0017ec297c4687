import * as z from 'zod';
import type { JsonSchema, Tool, ToolInputSchema } from './tool.ts';

const generated = new WeakMap<ToolInputSchema, JsonSchema>();
const anyArguments: JsonSchema = Object.freeze({ type: 'object' });

/**
 * The JSON Schema of a tool's arguments: its own when it has one, else the one that its Zod schema
 * describes for callers (defaults optional), generated once per schema.
 */
export function inputJsonSchemaOf({ inputJSONSchema, inputSchema }: Tool): JsonSchema {
  if (inputJSONSchema) return inputJSONSchema;
  if (!inputSchema) return anyArguments;
  let schema = generated.get(inputSchema);
  if (!schema) {
    schema = z.toJSONSchema(inputSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    generated.set(inputSchema, schema);
  }
  return schema;
}
