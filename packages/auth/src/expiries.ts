/** When each server stops being known to need a login, in milliseconds since the epoch. */
export type Expiries = ReadonlyMap<string, number>;

/** Reads the file of the cache; whatever is no entry is none. */
export function parseExpiries(text: string | undefined): Expiries {
  const entries = Object.entries(parseObject(text)).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return new Map(entries);
}

export function formatExpiries(expiries: Expiries): string {
  return `${JSON.stringify(Object.fromEntries(expiries), undefined, 2)}\n`;
}

function parseObject(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
