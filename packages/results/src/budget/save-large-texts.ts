import type { ModelContentBlock, TextBlock } from '../content/content-block.ts';
import { describeText } from '../describe/describe-text.ts';
import { formatSavedNotice } from '../describe/format-saved-notice.ts';
import { estimateTokens, estimateTokensBySize } from '../measure/estimate-tokens.ts';
import { stringifyJson } from '../normalize/json-object.ts';
import type { FitContext } from './budget.ts';

/** From this share of the limit on, a text is worth a file of its own. */
const LARGE_SHARE = 0.1;
const MAX_FILES = 5;

/**
 * Saves texts until the rest is small, and puts a notice in the place of each: large texts in files
 * of their own, so that JSON stays JSON, or all in one file when there are many.
 *
 * @returns `undefined` when something could not be saved
 */
export async function saveLargeTexts(
  texts: readonly TextBlock[],
  context: FitContext,
): Promise<readonly ModelContentBlock[] | undefined> {
  const { maxTokens } = context.budget;
  const isLarge = ({ text }: TextBlock) => text.length / 4 >= maxTokens * LARGE_SHARE;
  const large = texts.filter(isLarge);
  const small = texts.filter((block) => !isLarge(block));
  const smallTokens = small.reduce((total, { text }) => total + estimateTokens(text), 0);
  if (large.length === 0 || large.length > MAX_FILES || smallTokens > maxTokens / 2) {
    const notice = await saveText(joinTexts(texts), context);
    return notice === undefined ? undefined : [{ type: 'text', text: notice }];
  }
  const blocks: ModelContentBlock[] = [];
  for (const block of texts) {
    const text = isLarge(block) ? await saveBlock(block, context) : block.text;
    if (text === undefined) return undefined;
    blocks.push({ ...block, text });
  }
  return blocks;
}

/** Texts as one: small JSON values one by one become JSONL. */
export function joinTexts(texts: readonly TextBlock[]): string {
  return texts.map(({ text }) => text).join('\n');
}

/** Structured content gets lines, which the JSON of a server's text may lack. */
function saveBlock(block: TextBlock, context: FitContext): Promise<string | undefined> {
  const { structured } = context;
  if (block !== structured?.block) return saveText(block.text, context);
  return saveText(stringifyJson(structured.value, 1) ?? block.text, context, structured.value);
}

async function saveText(
  text: string,
  { budget: { maxTokens }, report }: FitContext,
  value?: unknown,
): Promise<string | undefined> {
  const description = await describeText(text, value);
  const saved = await report.save(text, description.mimeType);
  if (saved === undefined) return undefined;
  const tokens = estimateTokensBySize(text.length, saved.bytes);
  return formatSavedNotice({ saved, description, tokens, maxTokens });
}
