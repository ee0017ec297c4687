import { mostEdits } from '@toolpool/foundation/text';

const MAX_SUGGESTIONS = 3;

/** Something that can be meant by a name: what it is called, and what else people call it. */
export interface Suggestable {
  readonly name: string;
  readonly shortName?: string | undefined;
}

/** Finds the names nearest to one that nothing has, best first; none when nothing is near. */
export function suggestNames(name: string, known: Iterable<Suggestable>): readonly string[] {
  const wanted = name.toLowerCase();
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const candidate of known) {
    const spellings = [candidate.name, candidate.shortName ?? candidate.name];
    const distance = Math.min(...spellings.map((spelling) => gap(wanted, spelling)));
    if (candidate.name !== '' && distance < Number.POSITIVE_INFINITY)
      near.push({ name: candidate.name, distance });
  }
  near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return near.slice(0, MAX_SUGGESTIONS).map((candidate) => candidate.name);
}

/** "Did you mean ...?", when there is something to suggest. */
export function hintAt(suggestions: readonly string[]): string | undefined {
  if (suggestions.length === 0) return undefined;
  return `Did you mean ${suggestions.map((name) => `"${name}"`).join(' or ')}?`;
}

/** Levenshtein distance; infinite as soon as it must be more than names may be apart. */
function gap(wanted: string, spelling: string): number {
  const limit = mostEdits(wanted, spelling);
  const other = spelling.toLowerCase();
  if (Math.abs(wanted.length - other.length) > limit) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const character of wanted) {
    row = nextRow(row, character, other);
    if (Math.min(...row) > limit) return Number.POSITIVE_INFINITY;
  }
  const distance = row.at(-1) ?? 0;
  return distance > limit ? Number.POSITIVE_INFINITY : distance;
}

function nextRow(previous: readonly number[], character: string, other: string): number[] {
  const row = [(previous[0] ?? 0) + 1];
  for (let column = 1; column < previous.length; column++) {
    const replaced = (previous[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1);
    const inserted = (row[column - 1] ?? 0) + 1;
    const deleted = (previous[column] ?? 0) + 1;
    row.push(Math.min(replaced, inserted, deleted));
  }
  return row;
}
