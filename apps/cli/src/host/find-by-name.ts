import { ToolpoolError, type ToolpoolErrorCode } from '@toolpool/foundation/errors';
import { suggest } from '../options/suggest.ts';

/** A tool or prompt, with the names it goes by. */
export interface NamedItem {
  readonly qualifiedName: string;
  /** `null`: one of the host's own. */
  readonly server: string | null;
  readonly ownName: string;
}

/**
 * What a name means: a qualified name, `server/name`, or a name that only one server has.
 *
 * @throws {@link ToolpoolError} `ambiguous`, when several fit
 */
export function findByName<Item extends NamedItem>(
  name: string,
  items: readonly Item[],
  ambiguous: ToolpoolErrorCode,
): Item | undefined {
  const readings: readonly ((item: Item) => boolean)[] = [
    ({ qualifiedName }) => qualifiedName === name,
    ({ server, ownName }) => `${server}/${ownName}` === name,
    ({ ownName }) => ownName === name,
  ];
  for (const fits of readings) {
    const [found, ...others] = items.filter(fits);
    if (found && others.length === 0) return found;
    if (found) {
      const names = [found, ...others].map(({ qualifiedName }) => qualifiedName);
      throw new ToolpoolError(`"${name}" may be any of ${names.length}.`, {
        code: ambiguous,
        hint: `Write one of ${names.join(', ')}.`,
      });
    }
  }
  return undefined;
}

/** The name that may be meant instead, for a hint. */
export function suggestName(name: string, items: readonly NamedItem[]): string | undefined {
  const names = items.flatMap(({ qualifiedName, server, ownName }) => {
    if (name.startsWith('mcp__') || server === null) return [qualifiedName];
    return name.includes('/') ? [`${server}/${ownName}`] : [ownName];
  });
  return suggest(name, new Set(names));
}
