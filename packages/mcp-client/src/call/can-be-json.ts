/** A cycle is deeper than any honest value; only below this are ancestors remembered. */
const HONEST_DEPTH = 100;

/**
 * Whether JSON can carry an object: it holds no BigInt, and no object within itself. What JSON would
 * leave out is no hindrance. Runs for every call, hence the plain loops.
 */
export function canBeJson(value: object): boolean {
  try {
    return isCarried(value, 0);
  } catch {
    // A getter that throws, or deeper than the stack: JSON would fail in the same way.
    return false;
  }
}

function isCarried(value: object, depth: number, ancestors?: Set<object>): boolean {
  if (hasToJson(value)) return true;
  const above = depth > HONEST_DEPTH ? (ancestors ?? new Set()) : undefined;
  if (above?.has(value)) return false;
  above?.add(value);
  const isWhole = Array.isArray(value)
    ? value.every((item) => isItemCarried(item, depth, above))
    : areMembersCarried(value, depth, above);
  above?.delete(value);
  return isWhole;
}

function areMembersCarried(value: object, depth: number, above?: Set<object>): boolean {
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    const isOwn = Object.hasOwn(members, name);
    if (isOwn && !isItemCarried(members[name], depth, above)) return false;
  }
  return true;
}

function isItemCarried(item: unknown, depth: number, above?: Set<object>): boolean {
  if (typeof item === 'bigint') return hasToJson(item);
  return typeof item !== 'object' || item === null || isCarried(item, depth + 1, above);
}

function hasToJson(value: object | bigint): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}
