import { isDeepStrictEqual } from 'node:util';
import { type FoundLists, type ListName, NO_LISTS, type ServerLists } from '../server-lists.ts';

const LISTS_OF = {
  tools: ['tools'],
  resources: ['resources', 'templates'],
  prompts: ['commands'],
} as const satisfies Record<ListName, readonly (keyof ServerLists)[]>;

const NAMES = Object.keys(LISTS_OF) as readonly ListName[];

/**
 * What a server offers, kept while it may come back. A list that is found again as it was stays the
 * same array, so that nothing made of it is made anew.
 */
export class KeptLists {
  #lists = NO_LISTS;

  get current(): ServerLists {
    return this.#lists;
  }

  /** Forgets what was wrong with the lists, before they are asked for anew. */
  expect(): void {
    this.#lists = { ...this.#lists, problems: [] };
  }

  /** Takes in what was found; tells whether the server offers anything else than before. */
  take({ name, problems, error, ...found }: FoundLists): boolean {
    const lists: Record<string, unknown> = { ...this.#lists };
    let isChanged = false;
    for (const key of LISTS_OF[name]) {
      const known = this.#lists[key] ?? [];
      const list = found[key];
      if (list === undefined) continue;
      const isSame = list.length === known.length && isDeepStrictEqual(list, known);
      lists[key] = isSame ? known : list;
      isChanged ||= !isSame;
    }
    this.#lists = { ...lists, problems: [...this.#lists.problems, ...problems] };
    return isChanged;
  }

  /** Drops everything; gives the names of the lists that had something in them. */
  drop(): readonly ListName[] {
    const lists = this.#lists;
    this.#lists = NO_LISTS;
    return NAMES.filter((name) => LISTS_OF[name].some((key) => (lists[key]?.length ?? 0) > 0));
  }
}
