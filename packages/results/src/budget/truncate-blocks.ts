import type { ModelContentBlock, TextBlock } from '../content/content-block.ts';
import { formatCount } from '../describe/format-size.ts';
import { estimateTokens } from '../measure/estimate-tokens.ts';
import { cutText, fitLength } from '../text/cut-text.ts';
import type { Budget } from './budget.ts';
import { measureImageTokens, measureTextLength, measureTokens } from './measure-tokens.ts';

/** What the marker needs at most, without a path. */
const MARKER_TOKENS = 90;

/** A count above the limit shortens the text again, at most so many times. */
const MAX_ROUNDS = 4;

/**
 * Cuts the texts of a result, in order, to what the budget leaves beside its images, on whole lines
 * or characters, and puts a marker where the cut is. Below 100 tokens only the marker is left.
 *
 * @param path where the whole text was saved, if it was
 */
export async function truncateBlocks(
  blocks: readonly ModelContentBlock[],
  budget: Budget,
  path?: string,
): Promise<readonly ModelContentBlock[]> {
  const limit = budget.maxTokens - measureImageTokens(blocks);
  const reserved = MARKER_TOKENS + (path === undefined ? 0 : estimateTokens(path));
  let tokens = Math.max(0, limit - reserved);
  let cut = cutBlocks(blocks, { tokens, length: budget.maxTextLength }, path);
  if (budget.countTokens === undefined) return cut;
  for (let round = 0; round < MAX_ROUNDS && tokens > 0; round += 1) {
    const excess = (await measureTokens(cut, budget)) / budget.maxTokens;
    if (excess <= 1 || measureTextLength(cut) <= budget.maxTextLength) break;
    tokens = Math.floor((tokens / excess) * 0.95);
    cut = cutBlocks(blocks, { tokens, length: budget.maxTextLength }, path);
  }
  return cut;
}

/** What is left for text: as long as either lasts. */
interface Room {
  readonly tokens: number;
  readonly length: number;
}

function cutBlocks(
  blocks: readonly ModelContentBlock[],
  room: Room,
  path?: string,
): readonly ModelContentBlock[] {
  const cut = findCut(blocks, room);
  if (cut === undefined) return blocks;
  const marker = markCut(measureTextLength(blocks), cut.keptLength, path);
  const parts = /\S/.test(cut.text) ? [{ ...cut.block, text: cut.text }, marker] : [marker];
  const at = blocks.indexOf(cut.block);
  return [
    ...blocks.slice(0, at),
    ...parts,
    ...blocks.slice(at).filter(({ type }) => type === 'image'),
  ];
}

interface Cut {
  readonly block: TextBlock;
  /** What is left of the block's text. */
  readonly text: string;
  /** UTF-16 units of all text that is left. */
  readonly keptLength: number;
}

/** Where the texts no longer fit; `undefined` when all do. */
function findCut(blocks: readonly ModelContentBlock[], room: Room): Cut | undefined {
  let { tokens, length } = room;
  let keptLength = 0;
  for (const block of blocks) {
    if (block.type === 'image') continue;
    const fitting = Math.max(fitLength(block.text, tokens), Math.max(0, length));
    const text = cutText(block.text, fitting);
    keptLength += text.length;
    if (text !== block.text) return { block, text, keptLength };
    tokens -= estimateTokens(text);
    length -= text.length;
  }
  return undefined;
}

function markCut(whole: number, kept: number, path?: string): TextBlock {
  const advice =
    path === undefined
      ? 'If the tool can page or filter (arguments such as limit, offset, page, cursor), call it again for less at once.'
      : `All of the text was saved to ${path}: search it there, or read it in parts.`;
  const missing = `${formatCount(whole - kept)} of ${formatCount(whole)} characters`;
  return { type: 'text', text: `[Truncated: ${missing} are missing here. ${advice}]` };
}
