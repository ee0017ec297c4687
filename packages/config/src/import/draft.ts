/** What an entry of another host becomes here, while its fields are gone through. */
export interface Draft {
  readonly entry: Record<string, unknown>;
  /** Names of fields that could not be carried over. */
  readonly lost: string[];
}

/** Takes one field of another host's entry over; tells whether it could. */
export type TakeField = (value: unknown, draft: Draft) => boolean;

/** Copies a value under one of our names. */
export function as(name: string): TakeField {
  return (value, { entry }) => {
    entry[name] = value;
    return true;
  };
}

/** Adds to one of our fields that is an object. */
export function into(name: string, key: string): TakeField {
  return (value, { entry }) => {
    entry[name] = { ...Object(entry[name]), [key]: value };
    return true;
  };
}

/** Copies a number of seconds as milliseconds. */
export function secondsAs(name: string): TakeField {
  return (value, { entry }) => {
    if (typeof value !== 'number') return false;
    entry[name] = value * 1000;
    return true;
  };
}

/** The opposite of `disabled`. */
export const enabled: TakeField = (value, { entry }) => {
  if (value === false) entry.disabled = true;
  return typeof value === 'boolean';
};

/** Means nothing here and is no loss. */
export const dropped: TakeField = () => true;

/** Takes the fields of an object over, each as its own rule says; the others are lost. */
export function eachOf(field: string, rules: Readonly<Record<string, TakeField>>): TakeField {
  return (value, draft) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const [key, item] of Object.entries(value)) {
      const take = Object.hasOwn(rules, key) ? rules[key] : undefined;
      if (!take?.(item, draft)) draft.lost.push(`${field}.${key}`);
    }
    return true;
  };
}

/** OAuth scopes are one text here, divided by spaces. */
export const scopes: TakeField = (value, draft) => {
  const text = Array.isArray(value) ? value.join(' ') : value;
  return typeof text === 'string' && into('oauth', 'scopes')(text, draft);
};
