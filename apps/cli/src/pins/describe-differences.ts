import { cleanLabel, truncateText } from '@toolpool/foundation/text';
import type { ToolDifference } from '@toolpool/tool-core';
import { formatCount } from '../output/format-values.ts';

const MOST_NAMES = 5;
const LONGEST_NAME = 64;

/** One sentence for people; `undefined` when nothing differs. Names of tools are cleaned. */
export function describeDifferences(
  server: string,
  differences: readonly ToolDifference[],
): string | undefined {
  if (differences.length === 0) return undefined;
  const named = differences.slice(0, MOST_NAMES).map(describeOne);
  const more = differences.length - named.length;
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const what =
    differences.length === 1 ? 'has changed since it was' : 'have changed since they were';
  return `Server "${server}": ${formatCount(differences.length, 'tool')} ${what} pinned: ${list}.`;
}

function describeOne({ tool, change, fields }: ToolDifference): string {
  const name = `"${truncateText(cleanLabel(tool), LONGEST_NAME)}"`;
  if (change === 'added') return `${name} (new)`;
  if (change === 'removed') return `${name} (gone)`;
  return `${name} (${fields.map(({ field }) => field).join(', ')})`;
}
