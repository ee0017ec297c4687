import { ToolpoolError } from '@toolpool/foundation/errors';
import * as z from 'zod';
// Not by way of `z.core`: a bundle then keeps all of it, with every locale (264 kB).
import { toDotPath } from 'zod/v4/core';
import type { ToolInputSchema } from './tool.ts';

/**
 * Parses a call's arguments with the tool's Zod schema.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TOOL_ARGUMENTS_INVALID`, its message with one line per
 *   field, its `data.issues` the same for programs
 */
export async function parseArguments<Schema extends ToolInputSchema>(
  toolName: string,
  schema: Schema,
  args: unknown,
): Promise<z.output<Schema>> {
  const parsed = await z.safeParseAsync(schema, args);
  if (parsed.success) return parsed.data;
  const fields = groupByField(parsed.error.issues);
  const lines = Array.from(fields, ([field, messages]) => `${field}: ${messages.join('; ')}`);
  throw new ToolpoolError(`The arguments do not fit tool "${toolName}":\n${lines.join('\n')}`, {
    code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
    hint: 'Correct the fields named above and call again.',
    data: { issues: parsed.error.issues.map(({ path, message }) => ({ path, message })) },
    cause: parsed.error,
  });
}

function groupByField(issues: readonly z.core.$ZodIssue[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const field = path.length === 0 ? 'arguments' : toDotPath(path);
    const messages = fields.get(field);
    if (messages) messages.push(message);
    else fields.set(field, [message]);
  }
  return fields;
}
