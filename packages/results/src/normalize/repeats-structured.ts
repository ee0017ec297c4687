import { cleanDeep } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import { isJsonEqual } from './is-json-equal.ts';

/** Longer texts, in UTF-16 units, are not parsed to be compared: they count as something else. */
const MAX_COMPARED_LENGTH = 8_000_000;

/**
 * Whether the texts of a result already say what its structured content says: one of them, parsed,
 * equals it, or they equal its items one by one.
 */
export function repeatsStructured(texts: readonly string[], structured: unknown): boolean {
  if (texts.length > 0 && isEmpty(structured)) return true;
  return valuesToFind(structured).some(
    (value) => texts.some((text) => says(text, value)) || sayItems(texts, value),
  );
}

/**
 * The official Python SDK wraps what is no object as `{result: value}`, in structured content only;
 * others wrap their text, under a name of their own.
 */
function valuesToFind(structured: unknown): readonly unknown[] {
  if (!isRecord(structured)) return [structured];
  const names = Object.keys(structured);
  const [name = ''] = names;
  const value = structured[name];
  const isWrap = names.length === 1 && (name === 'result' || typeof value === 'string');
  return isWrap ? [structured, value] : [structured];
}

function sayItems(texts: readonly string[], value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== texts.length || texts.length === 0) return false;
  return texts.every((text, index) => says(text, value[index]));
}

function says(text: string, value: unknown): boolean {
  if (typeof value === 'string') return text === value;
  if (text.length > MAX_COMPARED_LENGTH) return false;
  const start = /\S/.exec(text)?.[0];
  if (typeof value === 'object' && value !== null && start !== (Array.isArray(value) ? '[' : '{')) {
    return false;
  }
  try {
    return isJsonEqual(cleanDeep(JSON.parse(text)), value);
  } catch {
    return false;
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
