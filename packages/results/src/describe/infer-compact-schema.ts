import { cleanDeep, cleanText, truncateText } from '@toolpool/foundation/text';
import { stringifyJson } from '../normalize/json-object.ts';
import { isJsonLongerThan } from './is-json-longer-than.ts';
import { addToShape, createShape, type KeyShape, type Shape } from './shape.ts';

const MAX_SAMPLED_VALUES = 20_000;
const MAX_KEY_LENGTH = 60;
/** No value is so deep that it would exhaust the stack. */
const MAX_DEPTH = 50;

/**
 * Describes the structure of a JSON value in one line, such as `{name: string, items: [{id: number, tag?: string}]}`:
 * `?` marks keys that some objects of an array lack, `|` joins what else stands in a place, `...`
 * stands for more keys. Large arrays are sampled, so the cost hardly grows with the value. Never
 * longer than the JSON text of the value, which is returned where it is the shorter one.
 *
 * @param depth how many levels of objects are described
 */
export function inferCompactSchema(value: unknown, depth = 2): string {
  const shape = createShape();
  addToShape(shape, value, Math.min(depth, MAX_DEPTH), { left: MAX_SAMPLED_VALUES });
  const schema = formatShape(shape);
  if (isJsonLongerThan(value, schema.length)) return schema;
  const json = stringifyJson(value);
  if (json === undefined || json.length >= schema.length) return schema;
  return toOneLine(stringifyJson(cleanDeep(value)) ?? json);
}

function formatShape(shape: Shape): string {
  const kinds = [...shape.kinds].filter((kind) => kind !== 'null');
  if (shape.objects > 0) kinds.push(formatObject(shape));
  if (shape.arrays > 0) kinds.push(shape.items ? `[${formatShape(shape.items)}]` : '[]');
  if (shape.kinds.has('null')) kinds.push('null');
  return kinds.join(' | ');
}

function formatObject({ keys, objects, hasMoreKeys }: Shape): string {
  const entries = [...keys].map(([key, { shape, count }]: [string, KeyShape]) => {
    return `${formatKey(key)}${count < objects ? '?' : ''}: ${formatShape(shape)}`;
  });
  if (hasMoreKeys) entries.push('...');
  return `{${entries.join(', ')}}`;
}

function formatKey(key: string): string {
  if (key.length <= MAX_KEY_LENGTH && /^[A-Za-z_$][\w$]*$/.test(key)) return key;
  return toOneLine(JSON.stringify(truncateText(cleanText(key), MAX_KEY_LENGTH)));
}

/** JSON escapes the other line breaks and controls. */
function toOneLine(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, ' ');
}
