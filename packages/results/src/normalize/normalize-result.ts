import { cleanDeep } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import type { ContentBlock, TextBlock } from '../content/content-block.ts';
import { keepVisible } from '../content/keep-visible.ts';
import { type JsonObject, stringifyJson } from './json-object.ts';
import { type CleanText, normalizeBlock, readMeta } from './normalize-block.ts';
import { repeatsStructured } from './repeats-structured.ts';

/** A server's result in MCP's shape, whatever it looked like on the wire. */
export interface NormalizedResult {
  /** Never empty: a result without any content says `(no output)`. */
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** What was wrong with the result, one sentence each. */
  readonly warnings: readonly string[];
}

/** Says which block of `content` is the JSON text of the structured content, if one is. */
export interface NormalizedParts {
  readonly result: NormalizedResult;
  readonly structuredBlock?: TextBlock;
}

const MAX_WARNINGS = 20;

export function normalizeResult(raw: unknown, clean: CleanText): NormalizedParts {
  const fields: JsonObject = isRecord(raw) ? raw : { content: raw };
  const warnings: string[] = [];
  const content = readContent(fields, warnings).map((block, index) =>
    readBlock(block, { index, clean, warnings }),
  );
  const structuredContent = cleanDeep(fields.structuredContent ?? undefined);
  const structuredBlock = toStructuredBlock(structuredContent, content);
  if (structuredBlock !== undefined) content.push(structuredBlock);
  return {
    result: {
      content: keepVisible(content),
      isError: fields.isError === true,
      ...(structuredContent !== undefined && { structuredContent }),
      ...readMeta(fields),
      warnings: limitWarnings(warnings),
    },
    ...(structuredBlock && { structuredBlock }),
  };
}

function limitWarnings(warnings: readonly string[]): readonly string[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  const rest = warnings.length - MAX_WARNINGS;
  return [...warnings.slice(0, MAX_WARNINGS), `${rest} more blocks were left out.`];
}

function readContent(fields: JsonObject, warnings: string[]): readonly unknown[] {
  const { content, toolResult } = fields;
  if (Array.isArray(content)) return content;
  if (content !== undefined && content !== null) {
    warnings.push('The result has no list of content blocks; what it has was taken as one block.');
    return [content];
  }
  if (toolResult === undefined || toolResult === null) return [];
  // Protocol revision 2024-10-07.
  return [typeof toolResult === 'string' ? toolResult : stringifyJson(cleanDeep(toolResult))];
}

interface BlockPlace {
  readonly index: number;
  readonly clean: CleanText;
  readonly warnings: string[];
}

function readBlock(raw: unknown, { index, clean, warnings }: BlockPlace): ContentBlock {
  const block = normalizeBlock(raw, clean);
  if (!('problem' in block)) return block;
  const sentence = `Block ${index + 1} of this result was left out: ${block.problem}.`;
  warnings.push(sentence);
  return { type: 'text', text: `[${sentence}]` };
}

function toStructuredBlock(
  structured: unknown,
  content: readonly ContentBlock[],
): TextBlock | undefined {
  if (structured === undefined) return undefined;
  const texts = content.flatMap((block) => {
    return block.type === 'text' && /\S/.test(block.text) ? [block.text] : [];
  });
  if (repeatsStructured(texts, structured)) return undefined;
  // Of an in-process server, or deeper than the stack.
  const text = stringifyJson(structured) ?? '[The structured content has no JSON text.]';
  return { type: 'text', text };
}
