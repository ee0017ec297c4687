import { cleanText } from './clean.ts';

/**
 * {@link cleanText} of every string in a JSON value, keys too; the value itself is not changed, and
 * is returned as it is when there is nothing to clean. Where two keys become equal, the later one
 * gets a number (`key_2`). Any depth will do; what JSON does not know is left alone.
 */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  return isContainer(value) && holdsInvisible(value) ? copyClean(value) : value;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Beyond so many containers, those met are remembered, so that a cycle ends. */
const MAX_UNTRACKED = 1_000_000;

interface Search {
  readonly waiting: Container[];
  readonly met: Set<Container>;
}

function holdsInvisible(root: Container): boolean {
  const search: Search = { waiting: [root], met: new Set() };
  // The loop also sees what is appended while it runs.
  for (const container of search.waiting) if (hasUncleanPart(container, search)) return true;
  return false;
}

function hasUncleanPart(container: Container, search: Search): boolean {
  if (isList(container)) return container.some((item) => isUnclean(item, search));
  return Object.keys(container).some(
    (key) => cleanText(key) !== key || isUnclean(container[key], search),
  );
}

function isUnclean(item: unknown, { waiting, met }: Search): boolean {
  if (typeof item === 'string') return cleanText(item) !== item;
  if (!isContainer(item)) return false;
  if (waiting.length > MAX_UNTRACKED) {
    if (met.has(item)) return false;
    met.add(item);
  }
  waiting.push(item);
  return false;
}

function isList(container: Container): container is readonly unknown[] {
  return Array.isArray(container);
}

function copyClean(root: Container): unknown {
  const copies = new Map<Container, object>();
  const waiting: Container[] = [];
  const copyOf = (item: unknown): unknown => {
    if (typeof item === 'string') return cleanText(item);
    if (!isContainer(item)) return item;
    let copy = copies.get(item);
    if (copy === undefined) {
      copy = Array.isArray(item) ? [] : {};
      copies.set(item, copy);
      waiting.push(item);
    }
    return copy;
  };
  const result = copyOf(root);
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop()) {
    const copy = copies.get(container) ?? {};
    const keys = cleanKeys(Object.keys(container));
    Object.values(container).forEach((item, index) => {
      setOwn(copy, keys[index] ?? '', copyOf(item));
    });
  }
  return result;
}

/** Unlike an assignment, also holds for the key `__proto__`. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function cleanKeys(keys: readonly string[]): readonly string[] {
  const clean = keys.map(cleanText);
  const taken = new Set(keys.filter((key, index) => key === clean[index]));
  if (taken.size === keys.length) return keys;
  return clean.map((key, index) => {
    if (key === keys[index]) return key;
    const free = freeKey(key, taken);
    taken.add(free);
    return free;
  });
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  let free = key;
  for (let number = 2; taken.has(free); number += 1) free = `${key}_${number}`;
  return free;
}

function isContainer(value: unknown): value is Container {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // A plain object of any realm: its prototype is the end of the chain.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
