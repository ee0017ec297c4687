import { cleanLabel } from '@toolpool/foundation/text';

/** What the value of a keyword is; any other keyword holds data, which stays as it is. */
type KeywordKind = 'text' | 'schema' | 'schemas by name';

/** Of all drafts up to 2020-12; a list of schemas counts as a schema. */
const keywordKinds: ReadonlyMap<string, KeywordKind> = new Map([
  ['title', 'text'],
  ['description', 'text'],
  ['properties', 'schemas by name'],
  ['patternProperties', 'schemas by name'],
  ['$defs', 'schemas by name'],
  ['definitions', 'schemas by name'],
  ['dependentSchemas', 'schemas by name'],
  ['dependencies', 'schemas by name'],
  ['items', 'schema'],
  ['additionalItems', 'schema'],
  ['prefixItems', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['additionalProperties', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['allOf', 'schema'],
  ['anyOf', 'schema'],
  ['oneOf', 'schema'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['contentSchema', 'schema'],
]);

/**
 * Cleans the titles and descriptions of a JSON Schema and nothing else: keys and values that decide
 * what is valid stay as the server wrote them. Returns the same object when nothing changes.
 */
export function cleanSchemaTexts<Schema>(schema: Schema): Schema {
  return cleanSchema(schema) as Schema;
}

function cleanSchema(schema: unknown): unknown {
  return mapObject(schema, Array.isArray(schema) ? cleanSchema : cleanKeyword);
}

function cleanKeyword(value: unknown, keyword: string): unknown {
  const kind = keywordKinds.get(keyword);
  if (kind === undefined) return value;
  if (kind === 'schema') return cleanSchema(value);
  if (kind === 'schemas by name') return mapObject(value, cleanSchema);
  return typeof value === 'string' ? cleanLabel(value) : value;
}

/** Copies an object or array only once `change` gives another value. */
function mapObject(node: unknown, change: (value: unknown, key: string) => unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  let copy: object | undefined;
  for (const key in node) {
    const value = (node as Record<string, unknown>)[key];
    const changed = change(value, key);
    if (changed === value) continue;
    copy ??= Array.isArray(node) ? [...node] : { ...node };
    // A plain assignment to `__proto__` would set the prototype.
    Object.defineProperty(copy, key, { value: changed });
  }
  return copy ?? node;
}
