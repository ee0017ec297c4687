import { Buffer } from 'node:buffer';
import { inputJsonSchemaOf } from './input-json-schema.ts';
import type { Tool } from './tool.ts';

const BYTES_PER_TOKEN = 4;
const estimates = new WeakMap<Tool, number>();

/**
 * Estimates what a tool costs in a request to a model, in tokens: four bytes of UTF-8 for one, over
 * its name, prompt and input schema. Computed once per tool.
 */
export function estimateToolTokens(tool: Tool): number {
  const known = estimates.get(tool);
  if (known !== undefined) return known;
  const definition = JSON.stringify({
    name: tool.name,
    description: tool.prompt(),
    input_schema: inputJsonSchemaOf(tool),
  });
  const tokens = Math.ceil(Buffer.byteLength(definition) / BYTES_PER_TOKEN);
  estimates.set(tool, tokens);
  return tokens;
}

/** Sum of {@link estimateToolTokens} over a pool. */
export function estimatePoolTokens(tools: Iterable<Tool>): number {
  let tokens = 0;
  for (const tool of tools) tokens += estimateToolTokens(tool);
  return tokens;
}
