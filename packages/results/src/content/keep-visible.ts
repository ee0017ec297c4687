import type { ContentBlock, TextBlock } from './content-block.ts';

/** Stands for a result that has nothing to show: model APIs refuse blocks without text. */
const NO_OUTPUT: TextBlock = { type: 'text', text: '(no output)' };

/** The blocks without blank texts, or `(no output)` alone. */
export function keepVisible<Block extends ContentBlock>(
  blocks: readonly Block[],
): readonly (Block | TextBlock)[] {
  const visible = blocks.filter((block) => block.type !== 'text' || /\S/.test(block.text));
  return visible.length > 0 ? visible : [NO_OUTPUT];
}
