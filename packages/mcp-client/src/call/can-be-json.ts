/** A cycle is deeper than any honest value; only below this are ancestors remembered. */
const HONEST_DEPTH = 100;

/**
 * Whether JSON can carry a value: it holds no BigInt, and no object within itself. What JSON would
 * leave out is no hindrance. Cheaper than to write it.
 */
export function canBeJson(value: unknown): boolean {
  try {
    return isCarried(value, 0, new Set());
  } catch {
    // A getter that throws, or deeper than the stack: JSON would fail in the same way.
    return false;
  }
}

function isCarried(value: unknown, depth: number, ancestors: Set<unknown>): boolean {
  if (typeof value === 'bigint') return hasToJson(value);
  if (typeof value !== 'object' || value === null || hasToJson(value)) return true;
  const isDeep = depth > HONEST_DEPTH;
  if (isDeep && ancestors.has(value)) return false;
  if (isDeep) ancestors.add(value);
  for (const item of Object.values(value)) {
    if (!isCarried(item, depth + 1, ancestors)) return false;
  }
  if (isDeep) ancestors.delete(value);
  return true;
}

function hasToJson(value: object | bigint): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}
