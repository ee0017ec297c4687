import { isRecord } from '@toolpool/foundation/values';

type JsonObject = Readonly<Record<string, unknown>>;

const COMBINATIONS = ['anyOf', 'oneOf', 'allOf'] as const;
/** Schemas may refer to themselves. */
const DEEPEST_REFERENCE = 16;

/**
 * Gives a word of the command line the type that a tool's input schema has for its key: number,
 * boolean, null, JSON for objects and arrays; a string where nothing else fits.
 */
export function typeWord(word: string, key: string, inputSchema: JsonObject): unknown {
  const { properties, additionalProperties } = inputSchema;
  const property =
    isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  const types = new Set<unknown>();
  const values: unknown[] = [];
  collect(property ?? additionalProperties, { root: inputSchema, types, values, depth: 0 });
  const listed = values.find((value) => String(value) === word);
  if (listed !== undefined) return listed;
  const typed = parseAs(word, types);
  return typed === undefined ? word : typed;
}

interface Collected {
  readonly root: JsonObject;
  readonly types: Set<unknown>;
  readonly values: unknown[];
  readonly depth: number;
}

/** Gathers the types, and the values of `enum` and `const`, that a schema allows anywhere. */
function collect(schema: unknown, { depth, ...found }: Collected): void {
  if (!isRecord(schema) || depth > DEEPEST_REFERENCE) return;
  const deeper = { ...found, depth: depth + 1 };
  for (const type of [schema.type].flat()) found.types.add(type);
  if (Array.isArray(schema.enum)) found.values.push(...schema.enum);
  if ('const' in schema) found.values.push(schema.const);
  if (typeof schema.$ref === 'string') collect(follow(schema.$ref, found.root), deeper);
  for (const name of COMBINATIONS) {
    for (const part of [schema[name] ?? []].flat()) collect(part, deeper);
  }
}

/** The part of the schema that a local reference names; others are never followed. */
function follow(reference: string, root: JsonObject): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), root);
}

function parseAs(word: string, types: ReadonlySet<unknown>): unknown {
  const value = parseOrUndefined(word);
  if (typeof value === 'number') return isWantedNumber(value, word, types) ? value : undefined;
  return types.has(jsonTypeOf(value)) ? value : undefined;
}

/** Where a string would do as well, `007` is not 7; digits that a number cannot hold stay text. */
function isWantedNumber(value: number, word: string, types: ReadonlySet<unknown>): boolean {
  if (!types.has('number') && !types.has('integer')) return false;
  if (types.has('string') && String(value) !== word) return false;
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function parseOrUndefined(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return undefined;
  }
}
