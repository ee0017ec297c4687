/** What the sampled values of one place in a JSON value look like, merged. */
export interface Shape {
  /** Names of the kinds of value that are not described further, such as `string` or `{...}`. */
  readonly kinds: Set<string>;
  /** How many objects were merged into `keys`. */
  objects: number;
  readonly keys: Map<string, KeyShape>;
  hasMoreKeys: boolean;
  arrays: number;
  /** Of the arrays' items. */
  items: Shape | undefined;
}

export interface KeyShape {
  readonly shape: Shape;
  /** In how many of the objects the key stands. */
  count: number;
}

/** How many more values may be looked into; once there are none, the rest is named, not described. */
export interface ShapeSample {
  left: number;
}

const MAX_KEYS = 20;
const MAX_SAMPLED_ITEMS = 100;

export function createShape(): Shape {
  return {
    kinds: new Set(),
    objects: 0,
    keys: new Map(),
    hasMoreKeys: false,
    arrays: 0,
    items: undefined,
  };
}

/** Merges a value into a shape, down to `depth` levels of objects; an array in an array is a level. */
export function addToShape(shape: Shape, value: unknown, depth: number, sample: ShapeSample): void {
  sample.left -= 1;
  if (Array.isArray(value)) addArray(shape, value, depth, sample);
  else if (typeof value === 'object' && value !== null) addObject(shape, value, depth, sample);
  else shape.kinds.add(value === null ? 'null' : typeof value);
}

function addObject(shape: Shape, value: object, depth: number, sample: ShapeSample): void {
  const keys = Object.keys(value);
  if (keys.length > 0 && (depth <= 0 || sample.left <= 0)) {
    shape.kinds.add('{...}');
    return;
  }
  shape.objects += 1;
  for (const key of keys) {
    const known = shape.keys.get(key) ?? addKey(shape, key);
    if (known === undefined) continue;
    known.count += 1;
    addToShape(known.shape, Reflect.get(value, key), depth - 1, sample);
  }
}

function addKey(shape: Shape, key: string): KeyShape | undefined {
  if (shape.keys.size >= MAX_KEYS) {
    shape.hasMoreKeys = true;
    return undefined;
  }
  const added = { shape: createShape(), count: 0 };
  shape.keys.set(key, added);
  return added;
}

function addArray(
  shape: Shape,
  value: readonly unknown[],
  depth: number,
  sample: ShapeSample,
): void {
  if (value.length > 0 && (depth < 0 || sample.left <= 0)) {
    shape.kinds.add('[...]');
    return;
  }
  shape.arrays += 1;
  // Evenly spread over the whole array, first and last item included.
  const step = Math.max(1, (value.length - 1) / (MAX_SAMPLED_ITEMS - 1));
  for (let at = 0; Math.round(at) < value.length && sample.left > 0; at += step) {
    const item = value[Math.round(at)];
    shape.items ??= createShape();
    addToShape(shape.items, item, Array.isArray(item) ? depth - 1 : depth, sample);
  }
}
