import { ToolpoolError } from '@toolpool/foundation/errors';
import { parseJsonWord } from './parse-json-word.ts';
import { typeWord } from './type-word.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Makes a tool's arguments of `key=value` pairs, typed by the tool's schema, and `key:=JSON` pairs,
 * over a base.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE`
 */
export function readArguments(
  pairs: readonly string[],
  { base, schema }: { readonly base: JsonObject; readonly schema: JsonObject },
): JsonObject {
  const entries = pairs.map((pair): [string, unknown] => {
    const { key, value, isJson } = splitPair(pair);
    return [
      key,
      isJson ? parseJsonWord(value, `The value of "${key}"`) : typeWord(value, key, schema),
    ];
  });
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries([...Object.entries(base), ...entries]);
}

/** Splits pairs whose values are text whatever they look like, as the arguments of prompts are. */
export function readTextArguments(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(splitPair).map(({ key, value }) => [key, value]));
}

/**
 * Reads a JSON object from the command line or from standard input.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE`
 */
export function parseJsonObject(text: string, subject: string): JsonObject {
  const value = parseJsonWord(text, subject);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new ToolpoolError(`${subject} is no JSON object.`, { code: 'TOOLPOOL_USAGE' });
}

function splitPair(pair: string): { key: string; value: string; isJson: boolean } {
  const end = pair.indexOf('=');
  const isJson = end > 1 && pair[end - 1] === ':';
  if (end < 1) {
    throw new ToolpoolError(`"${pair}" is no argument.`, {
      code: 'TOOLPOOL_USAGE',
      hint: 'Write key=value, or key:=JSON, or --args with a JSON object.',
    });
  }
  return { key: pair.slice(0, isJson ? end - 1 : end), value: pair.slice(end + 1), isJson };
}
