import { cleanLabel, truncateText, untrusted } from '@toolpool/foundation/text';
import type { McpToolDefinition } from './tool-definition.ts';

/** Deep enough for every honest schema, and far from where JSON functions overflow the stack. */
const MAX_SCHEMA_DEPTH = 256;
const MAX_SHOWN_NAME = 100;

/** Either the definition, with notes on what was mended, or the reason why there is none. */
export type McpToolReading =
  | { readonly definition: McpToolDefinition; readonly notes: readonly string[] }
  | { readonly problem: string };

type Fields = Readonly<Record<string, unknown>>;
type Draft = { -readonly [Field in keyof McpToolDefinition]: McpToolDefinition[Field] };

const noNotes: readonly string[] = Object.freeze([]);

/**
 * Reads one element of a server's `tools/list`, so that a malformed tool costs only itself. `null`
 * counts as absent; schemas are kept as they are; a field of the wrong kind that the tool can do
 * without is dropped with a note. Notes and problem name the tool and the field.
 */
export function readMcpToolDefinition(raw: unknown): McpToolReading {
  if (!isObject(raw)) return { problem: `A tool in the list is ${kindOf(raw)}, not an object.` };
  const { name } = raw;
  if (typeof name !== 'string' || name === '') {
    const found = name === '' ? 'empty' : kindOf(name);
    return { problem: `A tool in the list has no usable name: "name" is ${found}.` };
  }
  const schema = raw.inputSchema ?? true;
  if (!isObject(schema) && schema !== true) {
    return {
      problem: about(name, 'inputSchema', `is ${kindOf(schema)}, not a JSON Schema object`),
    };
  }
  if (isDeeperThan(schema, MAX_SCHEMA_DEPTH))
    return { problem: about(name, 'inputSchema', tooDeep) };
  const draft: Draft = { name, inputSchema: schema === true ? { type: 'object' } : schema };
  const notes = readOptionalFields(raw, draft);
  if (schema === true) notes.unshift(about(name, 'inputSchema', 'is missing; any object is sent'));
  return { definition: draft, notes: notes.length === 0 ? noNotes : notes };
}

const tooDeep = `is nested more than ${MAX_SCHEMA_DEPTH} levels deep`;
const textFields = ['title', 'description'] as const;
const objectFields = ['annotations', '_meta', 'execution'] as const;

function readOptionalFields(raw: Fields, draft: Draft): string[] {
  const notes: string[] = [];
  for (const field of textFields) {
    const value = raw[field] ?? undefined;
    if (typeof value === 'string') draft[field] = untrusted(value);
    else if (value !== undefined) notes.push(about(draft.name, field, ignored(value, 'a string')));
  }
  for (const field of objectFields) {
    const value = raw[field] ?? undefined;
    if (isObject(value)) draft[field] = value;
    else if (value !== undefined) notes.push(about(draft.name, field, ignored(value, 'an object')));
  }
  readOutputSchema(raw.outputSchema ?? undefined, draft, notes);
  return notes;
}

function readOutputSchema(schema: unknown, draft: Draft, notes: string[]): void {
  if (isDeeperThan(schema, MAX_SCHEMA_DEPTH)) {
    notes.push(about(draft.name, 'outputSchema', `${tooDeep} and was ignored`));
  } else if (schema !== undefined) {
    draft.outputSchema = schema;
  }
}

const ignored = (value: unknown, wanted: string): string =>
  `is ${kindOf(value)} and was ignored; it should be ${wanted}`;

const about = (name: string, field: string, what: string): string =>
  `Tool "${truncateText(cleanLabel(name), MAX_SHOWN_NAME)}": "${field}" ${what}.`;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  for (const key in value) {
    if (isDeeperThan((value as Fields)[key], levels - 1)) return true;
  }
  return false;
}
