import { cleanText } from '@toolpool/foundation/text';
import type { ProcessedResult } from './process-mcp-result.ts';

/** UTF-16 units. No text of this length is near a warning, and none has more tokens than units. */
const SHORT_TEXT_LENGTH = 4_096;

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Processes the result that most calls have, one short text and nothing else, without the steps that
 * could not change it: with ten thousand calls in flight, what those allocate is most of their cost.
 * `undefined` for every other result.
 */
export function processShortText(raw: unknown, maxTokens: number): ProcessedResult | undefined {
  const { content, isError, structuredContent, _meta } = (raw ?? {}) as WireResult;
  if (_meta !== undefined || structuredContent !== undefined) return undefined;
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const text = readShortText(content[0] ?? {});
  // Near the limit, a caller's own count decides.
  if (text === undefined || text.length * 2 >= maxTokens) return undefined;
  return {
    content: [{ type: 'text', text }],
    saved: NOTHING,
    truncated: false,
    warnings: NOTHING,
    isError: isError === true,
  };
}

function readShortText({ type, text, annotations, _meta }: WireBlock): string | undefined {
  if (type !== 'text' || annotations !== undefined || _meta !== undefined) return undefined;
  if (typeof text !== 'string' || text.length > SHORT_TEXT_LENGTH) return undefined;
  const cleaned = cleanText(text);
  return /\S/.test(cleaned) ? cleaned : undefined;
}

interface WireResult {
  readonly content?: unknown;
  readonly isError?: unknown;
  readonly structuredContent?: unknown;
  readonly _meta?: unknown;
}

interface WireBlock {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
}
