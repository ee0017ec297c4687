import { compareText } from '../compare-text.ts';

/** JSON with the keys of every object in the order of their UTF-16 units: equal values, equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(
      Object.entries(item).sort(([left], [right]) => compareText(left, right)),
    );
  });
}
