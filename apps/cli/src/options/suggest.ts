import { mostEdits } from '@toolpool/foundation/text';
import { distance } from 'fastest-levenshtein';

const MOST_SUGGESTIONS = 3;

/** `Did you mean ...?`, or `undefined` when nothing is near. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const near = [...known]
    .filter((name) => name !== '')
    .map((name) => ({ name, rank: rank(...ownParts(wanted, name.toLowerCase())) }))
    .filter(({ rank }) => rank < 1)
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
  return near.length === 0 ? undefined : `Did you mean ${near.join(', or ')}?`;
}

/** The words without a server's part that both begin with: it would make any two names alike. */
function ownParts(wanted: string, name: string): [string, string] {
  let common = 0;
  while (common < wanted.length && wanted[common] === name[common]) common += 1;
  const shared = wanted.slice(0, common);
  const start = Math.max(shared.lastIndexOf('/') + 1, shared.lastIndexOf('__') + 2);
  return start > 1 ? [wanted.slice(start), name.slice(start)] : [wanted, name];
}

/** Below 1 when the words are near: few edits for their length, or one is a part of the other. */
function rank(wanted: string, name: string): number {
  const edits = distance(wanted, name) / (mostEdits(wanted, name) + 1);
  const isPart = name.includes(wanted) || wanted.includes(name);
  return isPart && Math.min(wanted.length, name.length) > 2 ? Math.min(edits, 0.9) : edits;
}
