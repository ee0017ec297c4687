import { cleanText } from '@toolpool/foundation/text';
import type { Budget, TokenCounter } from './budget/budget.ts';
import { fitToBudget } from './budget/fit-to-budget.ts';
import type { ModelContentBlock } from './content/content-block.ts';
import { keepVisible } from './content/keep-visible.ts';
import type { ResultStore, SavedResult } from './content/result-store.ts';
import { createResultReport, type ResultReport } from './model/result-report.ts';
import { LARGE_TEXT_LENGTH, toModelBlocks } from './model/to-model-blocks.ts';
import { type NormalizedResult, normalizeResult } from './normalize/normalize-result.ts';
import { processShortText } from './process-short-text.ts';

export interface ProcessOptions {
  /** Configured name of the server. */
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Without one, whatever does not fit is truncated. */
  readonly store?: ResultStore | undefined;
  /** @default 25_000 */
  readonly maxTokens?: number | undefined;
  /** UTF-16 units of text that pass whatever their tokens: the tool's own `_meta` value only. At most 500,000 count. */
  readonly maxResultSizeChars?: number | undefined;
  /** An exact counter; asked only when the estimate is near the limit. */
  readonly countTokens?: TokenCounter | undefined;
  /** For IDE servers. @default false */
  readonly skipSizeCheck?: boolean | undefined;
}

/** What a model gets (`content`), what programs get, and what was saved where. */
export interface ProcessedResult {
  readonly content: readonly ModelContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
  readonly saved: readonly SavedResult[];
  /** Whether text or images were left out; saving a text whole is no truncation. */
  readonly truncated: boolean;
  readonly warnings: readonly string[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The tokens that a result may take unless its caller says otherwise. */
export const DEFAULT_MAX_TOKENS = 25_000;

/** Above it, a tool's own limit counts as this. UTF-16 units. */
const MAX_RESULT_SIZE_CHARS = 500_000;

/**
 * Turns what a server returned into what a model gets. One budget holds for content, structured
 * content and error texts: a small result passes as it is, beside images text is truncated, large
 * text is saved to the store and replaced by a notice of how to read it, and what cannot be saved is
 * truncated with a marker. Bytes that are no viewable image are saved, links are named. Invisible
 * characters are removed.
 *
 * Never rejects for what a server sent, nor for a store that fails: then it warns.
 */
export function processMcpResult(raw: unknown, options: ProcessOptions): Promise<ProcessedResult> {
  const budget = toBudget(options);
  const short = processShortText(raw, budget.maxTokens);
  return short ? Promise.resolve(short) : processAny(raw, options, budget);
}

async function processAny(
  raw: unknown,
  options: ProcessOptions,
  budget: Budget,
): Promise<ProcessedResult> {
  const { result, structuredBlock } = normalizeResult(raw, cleanUnlessLarge);
  const report = createResultReport(options, result.warnings);
  const blocks: ModelContentBlock[] = [];
  for (const block of result.content) blocks.push(...(await toModelBlocks(block, report)));
  const visible = keepVisible(blocks);
  const content = options.skipSizeCheck
    ? visible
    : await fitToBudget(visible, {
        budget,
        report,
        structured: structuredBlock && { block: structuredBlock, value: result.structuredContent },
      });
  return toProcessedResult(content, result, report);
}

/** Field by field: to copy the rest of a result would cost a small one more than all its checks. */
function toProcessedResult(
  content: readonly ModelContentBlock[],
  { isError, structuredContent, _meta }: NormalizedResult,
  { saved, truncated, warnings }: ResultReport,
): ProcessedResult {
  const processed: { -readonly [Key in keyof ProcessedResult]: ProcessedResult[Key] } = {
    content,
    saved,
    truncated,
    warnings,
    isError,
  };
  if (structuredContent !== undefined) processed.structuredContent = structuredContent;
  if (_meta) processed._meta = _meta;
  return processed;
}

/** Large texts are cleaned later, a slice at a time. */
function cleanUnlessLarge(text: string): string {
  return text.length > LARGE_TEXT_LENGTH ? text : cleanText(text);
}

/** What is not a positive number is no limit of the caller's. */
function toBudget(options: ProcessOptions): Budget {
  const { maxTokens = 0, maxResultSizeChars = 0, countTokens } = options;
  return {
    maxTokens: maxTokens > 0 ? maxTokens : DEFAULT_MAX_TOKENS,
    maxTextLength: maxResultSizeChars > 0 ? Math.min(maxResultSizeChars, MAX_RESULT_SIZE_CHARS) : 0,
    countTokens,
  };
}
