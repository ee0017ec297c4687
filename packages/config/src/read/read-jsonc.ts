import type { FieldPath } from '../launch/launch-text.ts';
import { findPosition, nodeValue } from './node-value.ts';
import { type Position, parseJsonc } from './parse-jsonc.ts';

export interface JsoncContent {
  readonly value: unknown;
  /** Where the field at this path begins; of its nearest parent when there is no such field. */
  positionOf(path: FieldPath): Position;
}

/**
 * Reads JSON with comments, trailing commas and a byte-order mark.
 *
 * @param label what the error calls the text, such as the path of its file
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_SYNTAX` with `line` and `column` in its data
 */
export function readJsonc(text: string, label: string): JsoncContent {
  const { root } = parseJsonc(text, label);
  return { value: nodeValue(root), positionOf: (path) => findPosition(root, path) };
}
