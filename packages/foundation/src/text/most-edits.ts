/**
 * How many edits may lie between a word and the name that was meant by it: two, or a third of the
 * shorter one; fewer when that is so short that any two would be alike.
 */
export function mostEdits(word: string, name: string): number {
  const length = Math.min(word.length, name.length);
  return Math.max(0, Math.min(length - 2, Math.max(2, Math.floor(length / 3))));
}
