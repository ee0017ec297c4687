import type { ImageBlock, ModelContentBlock, TextBlock } from '../content/content-block.ts';
import { formatCount } from '../describe/format-size.ts';
import { sniffTextFormat } from '../describe/sniff-text-format.ts';
import type { ResultReport } from '../model/result-report.ts';
import { saveMedia } from '../model/to-model-blocks.ts';
import { type Budget, type FitContext, IMAGE_TOKENS } from './budget.ts';
import { measureImageTokens, measureTextLength, measureTokens } from './measure-tokens.ts';
import { joinTexts, saveLargeTexts } from './save-large-texts.ts';
import { truncateBlocks } from './truncate-blocks.ts';

const WARNING_TOKENS = 10_000;

/** Of a result that is too large, images keep at most this share of the tokens. */
const IMAGE_SHARE = 0.75;

/**
 * Makes a result fit a model: a small one passes as it is; beside images, text is truncated; large
 * text is saved and replaced by a notice, or truncated when that fails.
 */
export async function fitToBudget(
  blocks: readonly ModelContentBlock[],
  context: FitContext,
): Promise<readonly ModelContentBlock[]> {
  const { budget, report } = context;
  const tokens = await measureTokens(blocks, budget);
  if (tokens <= budget.maxTokens || fitsByLength(blocks, budget)) {
    if (tokens > WARNING_TOKENS) warnOfSize(tokens, report);
    return blocks;
  }
  const texts = blocks.filter(isText);
  if (texts.length < blocks.length) return fitWithImages(blocks, context);
  const saved = report.canSave() ? await saveLargeTexts(texts, context) : undefined;
  return saved ?? truncate(blocks, context);
}

function fitsByLength(blocks: readonly ModelContentBlock[], budget: Budget): boolean {
  return (
    measureTextLength(blocks) <= budget.maxTextLength &&
    measureImageTokens(blocks) <= budget.maxTokens
  );
}

async function fitWithImages(
  blocks: readonly ModelContentBlock[],
  context: FitContext,
): Promise<readonly ModelContentBlock[]> {
  const { budget, report } = context;
  const fitting: ModelContentBlock[] = [];
  let images = Math.max(1, Math.floor((budget.maxTokens * IMAGE_SHARE) / IMAGE_TOKENS));
  for (const block of blocks) {
    if (block.type === 'text') fitting.push(block);
    else fitting.push(images > 0 ? block : await saveImage(block, report));
    if (block.type === 'image') images -= 1;
  }
  if ((await measureTokens(fitting, budget)) <= budget.maxTokens) return fitting;
  return truncate(fitting, context, await saveWhole(fitting.filter(isText), report));
}

/** Where all of the text was saved, if it was. */
async function saveWhole(
  texts: readonly TextBlock[],
  report: ResultReport,
): Promise<string | undefined> {
  if (!report.canSave() || texts.length === 0) return undefined;
  const text = joinTexts(texts);
  return (await report.save(text, sniffTextFormat(text).mimeType))?.path;
}

function saveImage(image: ImageBlock, report: ResultReport): Promise<TextBlock> {
  return saveMedia(image, 'Image beyond the limit of this result', report);
}

async function truncate(
  blocks: readonly ModelContentBlock[],
  { budget, report }: FitContext,
  path?: string,
): Promise<readonly ModelContentBlock[]> {
  report.truncated = true;
  report.warnings.push(
    `The result was truncated to the limit of ${formatCount(budget.maxTokens)} tokens.`,
  );
  return truncateBlocks(blocks, budget, path);
}

function warnOfSize(tokens: number, report: ResultReport): void {
  report.warnings.push(`The result is large: about ${formatCount(tokens)} tokens.`);
}

function isText(block: ModelContentBlock): block is TextBlock {
  return block.type === 'text';
}
