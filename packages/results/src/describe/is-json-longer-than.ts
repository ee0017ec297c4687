/** Whether the JSON text of a value has more than `length` characters, at least by a lower bound. */
export function isJsonLongerThan(value: unknown, length: number): boolean {
  const waiting: unknown[] = [value];
  let total = 0;
  while (waiting.length > 0 && total <= length) {
    const item = waiting.pop();
    total += minimalLength(item);
    if (total > length) break;
    if (Array.isArray(item)) waiting.push(...item);
    else if (typeof item === 'object' && item !== null) waiting.push(...Object.values(item));
  }
  return total > length;
}

/** Brackets, separators, keys and quotes of a value, without the values inside it. */
function minimalLength(item: unknown): number {
  if (typeof item === 'string') return item.length + 2;
  if (typeof item === 'number') return 1;
  if (typeof item !== 'object' || item === null) return 4;
  if (Array.isArray(item)) return 2 + Math.max(0, item.length - 1);
  const keys = Object.keys(item);
  return keys.reduce((total, key) => total + key.length + 3, 2) + Math.max(0, keys.length - 1);
}
