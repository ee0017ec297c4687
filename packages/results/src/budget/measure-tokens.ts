import type { ModelContentBlock } from '../content/content-block.ts';
import { estimateTokens } from '../measure/estimate-tokens.ts';
import { type Budget, IMAGE_TOKENS, type TokenCounter } from './budget.ts';

/**
 * The tokens of a result: a lower bound by its length where that is far above the limit, an estimate
 * where it is far from it, and an exact count, if there is a counter, near it.
 */
export async function measureTokens(
  blocks: readonly ModelContentBlock[],
  { maxTokens, countTokens }: Budget,
): Promise<number> {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const images = measureImageTokens(blocks);
  const bound = images + texts.reduce((total, text) => total + text.length, 0) / 4;
  if (bound > maxTokens * 2) return bound;
  const estimate = estimateContentTokens(blocks);
  if (countTokens === undefined || estimate < maxTokens / 2 || estimate > maxTokens * 2) {
    return estimate;
  }
  const exact = await countTexts(texts, countTokens);
  return exact === undefined ? estimate : images + exact;
}

/** About how many tokens a model takes for content, its images included. */
export function estimateContentTokens(blocks: readonly ModelContentBlock[]): number {
  return blocks.reduce(
    (total, block) => total + (block.type === 'text' ? estimateTokens(block.text) : 0),
    measureImageTokens(blocks),
  );
}

async function countTexts(
  texts: readonly string[],
  countTokens: TokenCounter,
): Promise<number | undefined> {
  try {
    let total = 0;
    for (const text of texts) total += await countTokens(text);
    return Number.isFinite(total) ? total : undefined;
  } catch {
    return undefined;
  }
}

export function measureImageTokens(blocks: readonly ModelContentBlock[]): number {
  return blocks.filter(({ type }) => type === 'image').length * IMAGE_TOKENS;
}

export function measureTextLength(blocks: readonly ModelContentBlock[]): number {
  return blocks.reduce(
    (total, block) => total + (block.type === 'text' ? block.text.length : 0),
    0,
  );
}
