import { canonicalJson, compareText } from '@toolpool/foundation/values';
import type { McpToolDefinition } from '../mcp/tool-definition.ts';

const FIELDS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** One tool as a server defined it: everything about it that a model is told or a rule goes by. */
export interface ToolFingerprint {
  readonly name: string;
  /** Texts as they are, everything else as JSON in which the order of keys plays no part. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Takes the fingerprint of a server's set of tools, in the order of names: equal sets, equal values. */
export function fingerprintTools(
  definitions: readonly McpToolDefinition[],
): readonly ToolFingerprint[] {
  return definitions
    .map((definition) => ({ name: definition.name, fields: fieldsOf(definition) }))
    .sort((left, right) => compareText(left.name, right.name));
}

function fieldsOf(definition: McpToolDefinition): ToolFingerprint['fields'] {
  const fields: Record<string, string> = {};
  for (const field of FIELDS) {
    const value = definition[field];
    if (value === undefined) continue;
    fields[field] = typeof value === 'string' ? value : canonicalJson(value);
  }
  return fields;
}
