import { countLines } from '../text/count-lines.ts';
import { inferCompactSchema } from './infer-compact-schema.ts';
import { sniffTextFormat, type TextFormat } from './sniff-text-format.ts';

export interface TextDescription {
  readonly format: TextFormat['name'];
  readonly mimeType: string;
  readonly lines: number;
  /** The structure of JSON, with what it is the structure of. */
  readonly structure?: string;
}

const MAX_SCHEMA_LENGTH = 1_500;

/** @param value what the text says in JSON, where that is known */
export async function describeText(text: string, value?: unknown): Promise<TextDescription> {
  const format = sniffTextFormat(text, value);
  const structure = describeStructure(format);
  return {
    format: format.name,
    mimeType: format.mimeType,
    lines: await countLines(text),
    ...(structure !== undefined && { structure }),
  };
}

function describeStructure({ name, value, isPartial }: TextFormat): string | undefined {
  if (value === undefined) return undefined;
  if (name === 'JSONL') return `Structure of a line: ${inferShortSchema(value).slice(1, -1)}`;
  return `Structure${isPartial ? ' of its beginning' : ''}: ${inferShortSchema(value)}`;
}

/** A schema that is short enough for a notice, less deep where need be. */
function inferShortSchema(value: unknown): string {
  const schema = inferCompactSchema(value);
  return schema.length <= MAX_SCHEMA_LENGTH ? schema : inferCompactSchema(value, 1);
}
