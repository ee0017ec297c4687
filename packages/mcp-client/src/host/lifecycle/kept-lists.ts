import { isDeepStrictEqual } from 'node:util';
import type { McpToolDefinition } from '@toolpool/tool-core';
import {
  type FoundLists,
  type ListName,
  type ListPart,
  NO_LISTS,
  type ServerLists,
} from '../server-lists.ts';

const PARTS_OF: Readonly<Record<ListName, readonly ListPart[]>> = {
  tools: ['tools'],
  resources: ['resources', 'templates'],
  prompts: ['commands'],
};

const NAMES = Object.keys(PARTS_OF) as readonly ListName[];

/**
 * What a server offers, kept while it may come back. A list that is found again as it was stays the
 * same array, and a tool the same object, so that nothing made of them is made anew.
 */
export class KeptLists {
  #lists = NO_LISTS;
  readonly #problems = new Map<ListPart, readonly string[]>();

  get current(): ServerLists {
    return this.#lists;
  }

  /** Forgets what was wrong with the lists, before they are asked for anew. */
  expect(): void {
    this.#problems.clear();
    this.#lists = { ...this.#lists, problems: [] };
  }

  /** Takes in what was found; tells whether the server offers anything else than before. */
  take({ part, problems, ...lists }: FoundLists): boolean {
    const found = lists[part];
    const known = this.#lists[part] ?? [];
    const list = found && withKnownItems(found, known);
    const isChanged = list !== undefined && list !== known;
    this.#problems.set(part, problems);
    this.#lists = {
      ...this.#lists,
      ...(list && { [part]: list }),
      problems: [...this.#problems.values()].flat(),
    };
    return isChanged;
  }

  /** Drops everything; gives the names of the lists that had something in them. */
  drop(): readonly ListName[] {
    const lists = this.#lists;
    this.#lists = NO_LISTS;
    this.#problems.clear();
    return NAMES.filter((name) => PARTS_OF[name].some((part) => (lists[part]?.length ?? 0) > 0));
  }
}

type Item = NonNullable<ServerLists[ListPart]>[number];

/** The list that was found, with every item that was known already; the known list when nothing is new. */
function withKnownItems(found: readonly Item[], known: readonly Item[]): readonly Item[] {
  if (known.length === 0) return found.length === 0 ? known : found;
  const byKey = new Map(known.map((item) => [keyOf(item), item]));
  const list = found.map((item) => {
    const same = byKey.get(keyOf(item));
    return same && isDeepStrictEqual(same, item) ? same : item;
  });
  const isSame = list.length === known.length && list.every((item, index) => item === known[index]);
  return isSame ? known : list;
}

function keyOf(item: Item): string {
  if ('uri' in item) return item.uri;
  return 'uriTemplate' in item ? item.uriTemplate : (item as McpToolDefinition).name;
}
