/** Orders texts by their UTF-16 units, the same on every machine. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** JSON with the keys of every object in the order of their UTF-16 units: equal values, equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (!isRecord(item)) return item;
    return Object.fromEntries(
      Object.entries(item).sort(([left], [right]) => compareText(left, right)),
    );
  });
}

/** Whether a value is an object with members, no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
