import { cleanLabel, truncateText } from '@toolpool/foundation/text';
import { isRecord } from '@toolpool/foundation/values';
import { showName } from '../show-name.ts';
import { type Tolerate, tolerateField } from './leniencies.ts';
import type { ListedItems } from './read-page.ts';

const MAX_TEXT_LENGTH = 16_384;

type Fields = Readonly<Record<string, unknown>>;

/** How the items of one list are read. */
export interface ItemReader<Item> {
  /** What messages call an item. */
  readonly noun: string;
  /** The member that names an item; without a text there it is unusable. */
  readonly key: string;
  readonly read: (fields: Fields, key: string, tolerate: Tolerate) => Item;
}

/** Whose list it is, and where what was tolerated of it is counted. */
export interface ListOwner {
  readonly server: string;
  readonly tolerate: Tolerate;
}

/** Reads items leniently: a malformed or doubled one costs only itself, and is reported. */
export function readItems<Item>(
  { items, problems }: ListedItems,
  { server, tolerate }: ListOwner,
  { noun, key, read }: ItemReader<Item>,
): { readonly items: readonly Item[]; readonly problems: readonly string[] } {
  const found = new Map<string, Item>();
  const reported = [...problems];
  for (const item of items) {
    const name = isRecord(item) ? item[key] : undefined;
    if (!isRecord(item) || typeof name !== 'string' || name === '') {
      reported.push(`Server "${server}": a ${noun} in its list has no usable "${key}".`);
      tolerate('malformed-item');
    } else if (found.has(name)) {
      reported.push(`Server "${server}": the ${noun} "${showName(name)}" is in its list twice.`);
      tolerate('doubled-item');
    } else {
      found.set(name, read(item, name, tolerate));
    }
  }
  return { items: [...found.values()], problems: reported };
}

/** Cleaned texts of those members that are texts; any other value counts as absent. */
export function readTexts<Name extends string>(
  fields: Fields,
  names: readonly Name[],
  tolerate: Tolerate = () => undefined,
): { readonly [Key in Name]?: string } {
  const texts: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') texts[name] = cleanLabel(truncateText(value, MAX_TEXT_LENGTH));
    else tolerateField(value, tolerate);
  }
  return texts;
}
