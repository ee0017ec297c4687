/** Whether two values have the same JSON text but for the order of keys. Any depth will do. */
export function isJsonEqual(left: unknown, right: unknown): boolean {
  const waiting: [left: unknown, right: unknown][] = [[left, right]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (!isContainer(a) || !isContainer(b) || !haveSameKeys(a, b)) return false;
    for (const key of keysOf(a)) waiting.push([a[key], b[key]]);
  }
  return true;
}

function haveSameKeys(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const keys = keysOf(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === keysOf(b).length &&
    keys.every((key) => Object.hasOwn(b, key))
  );
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** An in-process server may leave `undefined` where JSON has no key. */
function keysOf(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}
