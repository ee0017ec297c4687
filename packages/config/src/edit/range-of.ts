import type { MemberNode, ValueNode } from '@humanwhocodes/momoa';

/** Offsets of a node, without the byte-order mark; the end is the first that is not part of it. */
export function rangeOf({ range }: MemberNode | ValueNode): { start: number; end: number } {
  if (range === undefined) throw new TypeError('The text was parsed without ranges.');
  const [start, end] = range;
  return { start, end };
}
