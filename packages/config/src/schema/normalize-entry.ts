import type * as z from 'zod/mini';
import { foreignKeyHint } from './foreign-keys.ts';
import { transportSchemas } from './transport-schemas.ts';

/** What the spec and other hosts call the type `http`. */
export const httpAliases: readonly string[] = ['streamable-http', 'streamableHttp'];

/** Start of the message that marks an issue as being about the type; its end is the type. */
export const UNSUPPORTED_TYPE = 'Unsupported server type: ';

/**
 * Gives an entry the `type` that it leaves out or spells differently. `url` without `type` becomes
 * `http` that may fall back to SSE (MCP 2025-11-25, transports, backwards compatibility).
 */
export function normalizeEntry(entry: unknown, payload: z.core.ParsePayload): unknown {
  const refuse = (message: string, path: readonly string[] = []): unknown => {
    payload.issues.push({ code: 'custom', input: entry, message, path: [...path] });
    return entry;
  };
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return refuse('The entry must be an object.');
  }
  const fields = withoutUndefined(entry);
  if (isCrowded(fields)) return refuse('The entry has too many fields.');
  const crowded = findCrowded(fields);
  if (crowded !== undefined) return refuse(`"${crowded}" has too many items.`, [crowded]);
  if ('command' in fields && 'url' in fields) {
    return refuse('The entry has both "command" and "url"; it needs exactly one of them.');
  }
  if (!('type' in fields)) return withInferredType(fields) ?? refuse(describeMissing(fields));
  const { type } = fields;
  if (typeof type !== 'string') return refuse('"type" must be a string.', ['type']);
  const known = httpAliases.includes(type) ? 'http' : type;
  if (!Object.hasOwn(transportSchemas, known))
    return refuse(UNSUPPORTED_TYPE + type.slice(0, 80), ['type']);
  return { ...fields, type: known };
}

/** The schemas collect an issue for each bad item, and overflow the stack when they pass a million on. */
const MAX_ITEMS = 10_000;

function findCrowded(fields: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(fields).find((key) => {
    const nested: unknown[] = Object.values(Object(fields[key]));
    return [fields[key], ...nested.slice(0, MAX_ITEMS)].some(isCrowded);
  });
}

function isCrowded(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > MAX_ITEMS;
}

function withInferredType(
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  if ('command' in fields) return { ...fields, type: 'stdio' };
  if ('url' in fields) return { ...fields, type: 'http', sseFallback: true };
  return undefined;
}

function describeMissing(fields: Readonly<Record<string, unknown>>): string {
  const hints = Object.keys(fields).flatMap((key) => foreignKeyHint(key) ?? []);
  return ['The entry has neither "command" nor "url".', ...hints].join(' ');
}

/** A program that builds entries may leave a key undefined; JSON cannot. */
function withoutUndefined(entry: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}
