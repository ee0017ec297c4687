import { setImmediate as nextTurn } from 'node:timers/promises';
import { textSlices } from './text-slices.ts';

/** Counts the lines of a text, a last one without line feed too; the event loop runs between slices. */
export async function countLines(text: string): Promise<number> {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (const slice of textSlices(text)) {
    for (let at = slice.indexOf('\n'); at !== -1; at = slice.indexOf('\n', at + 1)) lines += 1;
    await nextTurn();
  }
  return lines;
}
