import { cleanLabel, truncateText, untrusted } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import type { McpToolDefinition } from './tool-definition.ts';

/** Deep enough for every honest schema, and far from where JSON functions overflow the stack. */
const MAX_SCHEMA_DEPTH = 256;
const MAX_SHOWN_NAME = 100;
/** Members and items of all schemas of one list, some 40 MB: no model takes a thousandth of it. */
const MAX_SCHEMA_PARTS = 2_000_000;

/** Either the definition, with notes on what was mended, or the reason why there is none. */
export type McpToolReading =
  | { readonly definition: McpToolDefinition; readonly notes: readonly string[] }
  | { readonly problem: string };

type Fields = Readonly<Record<string, unknown>>;
type Draft = { -readonly [Field in keyof McpToolDefinition]: McpToolDefinition[Field] };

/**
 * Reads one element of a server's `tools/list`, so that a malformed tool costs only itself. `null`
 * counts as absent; schemas are kept as they are; a field of the wrong kind that the tool can do
 * without is dropped with a note. Notes and problem name the tool and the field.
 */
export function readMcpToolDefinition(raw: unknown): McpToolReading {
  return readDefinition(raw, { left: MAX_SCHEMA_PARTS });
}

/**
 * Makes a reader for the tools of one list, which does what {@link readMcpToolDefinition} does, and
 * leaves out those whose schemas make all schemas of the list larger than anybody needs.
 */
export function createMcpToolReader(): (raw: unknown) => McpToolReading {
  const budget = { left: MAX_SCHEMA_PARTS };
  return (raw) => readDefinition(raw, budget);
}

/** How many parts the schemas of a list may have from here on. */
interface Budget {
  left: number;
}

function readDefinition(raw: unknown, budget: Budget): McpToolReading {
  if (!isRecord(raw)) return { problem: `A tool in the list is ${kindOf(raw)}, not an object.` };
  const { name } = raw;
  if (typeof name !== 'string' || name === '') {
    const found = name === '' ? 'empty' : kindOf(name);
    return { problem: `A tool in the list has no usable name: "name" is ${found}.` };
  }
  const schema = raw.inputSchema ?? true;
  if (schema === true) {
    const note = about(name, 'inputSchema', 'is missing; any object will do');
    return readOptionalFields(raw, { name, inputSchema: { type: 'object' } }, [note], budget);
  }
  if (!isRecord(schema)) {
    return { problem: about(name, 'inputSchema', `is ${kindOf(schema)}, not an object`) };
  }
  const fault = faultOf(schema, budget);
  if (fault !== undefined) return { problem: about(name, 'inputSchema', fault) };
  return readOptionalFields(raw, { name, inputSchema: schema }, [], budget);
}

// Field by field: a loop over names costs ten times as much, and lists hold thousands of tools.
function readOptionalFields(
  raw: Fields,
  draft: Draft,
  notes: string[],
  budget: Budget,
): McpToolReading {
  const { title, description, annotations, _meta, execution } = raw;
  const drop = (field: string, value: unknown) => {
    if (value === undefined || value === null) return;
    notes.push(about(draft.name, field, `is ${kindOf(value)} and was ignored`));
  };
  if (typeof title === 'string') draft.title = untrusted(title);
  else drop('title', title);
  if (typeof description === 'string') draft.description = untrusted(description);
  else drop('description', description);
  if (isRecord(annotations)) draft.annotations = annotations;
  else drop('annotations', annotations);
  if (isRecord(_meta)) draft._meta = _meta;
  else drop('_meta', _meta);
  if (isRecord(execution)) draft.execution = execution;
  else drop('execution', execution);
  readOutputSchema(raw.outputSchema ?? undefined, draft, { notes, budget });
  return { definition: draft, notes };
}

function readOutputSchema(
  schema: unknown,
  draft: Draft,
  { notes, budget }: { readonly notes: string[]; readonly budget: Budget },
): void {
  const fault = isContainer(schema) ? faultOf(schema, budget) : undefined;
  if (fault !== undefined)
    notes.push(about(draft.name, 'outputSchema', `${fault} and was ignored`));
  else if (schema !== undefined) draft.outputSchema = schema;
}

/** Why a schema cannot be taken; `undefined`, with its parts taken off the budget, when it can. */
function faultOf(schema: object, budget: Budget): string | undefined {
  const parts = countParts(schema, MAX_SCHEMA_DEPTH);
  if (parts === Number.POSITIVE_INFINITY) {
    return `is nested more than ${MAX_SCHEMA_DEPTH} levels deep`;
  }
  if (parts > budget.left) {
    return `makes the schemas of this list larger than ${MAX_SCHEMA_PARTS} members and items`;
  }
  budget.left -= parts;
  return undefined;
}

const about = (name: string, field: string, what: string): string =>
  `Tool "${truncateText(cleanLabel(name), MAX_SHOWN_NAME)}": "${field}" ${what}.`;

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** How many members and items a container has in all; without end when it is deeper than the levels. */
function countParts(container: object, levels: number): number {
  if (levels === 0) return Number.POSITIVE_INFINITY;
  let parts = 0;
  if (Array.isArray(container)) {
    for (const item of container) {
      parts += isContainer(item) ? 1 + countParts(item, levels - 1) : 1;
    }
    return parts;
  }
  for (const key in container) {
    const value: unknown = (container as Fields)[key];
    parts += isContainer(value) ? 1 + countParts(value, levels - 1) : 1;
  }
  return parts;
}
