import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanText } from '@toolpool/foundation/text';
import { textSlices } from './text-slices.ts';

/** Cleans a text slice by slice, letting the event loop run between; no copy if nothing changes. */
export async function cleanLargeText(text: string): Promise<string> {
  const slices: string[] = [];
  let changed = false;
  for (const slice of textSlices(text)) {
    const clean = cleanText(slice);
    changed ||= clean !== slice;
    slices.push(clean);
    await nextTurn();
  }
  return changed ? slices.join('') : text;
}
