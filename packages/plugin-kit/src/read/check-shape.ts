import type { JsoncContent } from '@toolpool/config';
import type * as z from 'zod/mini';
import { invalidPlugin } from '../plugin-errors.ts';
import { formatField } from './format-field.ts';

/**
 * Checks a value of a plugin against its schema.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_PLUGIN_INVALID` for the first field that is wrong
 */
export function checkShape<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  source: { readonly file: string; readonly positionOf?: JsoncContent['positionOf'] },
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  const isMissing = path.length > 0 && fieldAt(value, path) === undefined;
  throw invalidPlugin(source.file, isMissing ? 'is missing.' : (issue?.message ?? 'is invalid.'), {
    field: path.length === 0 ? undefined : formatField(path),
    ...source.positionOf?.(path),
  });
}

function fieldAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((parent, part) => Reflect.get(Object(parent), part), value);
}
