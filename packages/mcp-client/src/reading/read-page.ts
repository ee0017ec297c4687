import { isRecord } from '@toolpool/foundation/values';
import type { Tolerate } from './leniencies.ts';

/** What all pages of a list hold together. */
export interface ListedItems {
  readonly items: readonly unknown[];
  /** What was wrong with the list, one sentence each. */
  readonly problems: readonly string[];
}

/** One page of a list, as its server sent it. */
export interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: unknown;
}

/** Reads one page leniently: `null` is an absent list. `undefined` when there is no list in it. */
export function readPage(result: unknown, member: string, tolerate: Tolerate): Page | undefined {
  if (!isRecord(result)) return undefined;
  const { [member]: items = null, nextCursor = null } = result;
  if (items === null) {
    tolerate(member in result ? 'null-field' : 'field-shape');
    return { items: [], nextCursor };
  }
  if (result.nextCursor === null) tolerate('null-field');
  return Array.isArray(items) ? { items, nextCursor } : undefined;
}
