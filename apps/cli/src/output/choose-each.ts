import type { CommandContext } from '../command-context.ts';
import { isInteractive } from '../io.ts';
import { createAsker } from './ask.ts';

export interface Choice<Item> {
  /** What a person decides by; nothing is asked that was not shown. */
  readonly show: (item: Item) => string;
  readonly question: (item: Item) => string;
  /** All of them, without asking: `--yes`. */
  readonly yes: boolean;
}

/** Shows each item, and asks about it where there is someone to ask; gives those that were chosen. */
export async function chooseEach<Item>(
  { io, global }: CommandContext,
  items: readonly Item[],
  { show, question, yes }: Choice<Item>,
): Promise<readonly Item[]> {
  const write = (item: Item) => {
    if (!(yes && global.quiet)) io.stderr.write(show(item));
  };
  if (yes || !isInteractive(io)) {
    for (const item of items) write(item);
    return yes ? items : [];
  }
  const chosen: Item[] = [];
  using asker = await createAsker(io);
  for (const item of items) {
    write(item);
    if (await asker.askYesNo(question(item))) chosen.push(item);
  }
  return chosen;
}
