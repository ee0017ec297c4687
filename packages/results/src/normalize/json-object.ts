export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON text of a value; `undefined` for what JSON cannot say, or not that deep. */
export function stringifyJson(value: unknown, space?: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, space);
  } catch {
    return undefined;
  }
}
