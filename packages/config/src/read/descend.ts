import type { ObjectNode, ValueNode } from '@humanwhocodes/momoa';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { findMember } from './node-value.ts';

/**
 * The object under `keys`; `undefined` when one of them is missing.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` when one of them holds something else
 */
export function descend(
  node: ValueNode,
  keys: readonly string[],
  label: string,
): ObjectNode | undefined {
  if (node.type !== 'Object') throw notAnObject(node, label);
  const [key, ...rest] = keys;
  if (key === undefined) return node;
  const member = findMember(node, key);
  return member && descend(member.value, rest, label);
}

/** The error about a value that stands where an object must. */
export function notAnObject(node: ValueNode, label: string): ToolpoolError {
  const { line, column } = node.loc.start;
  return new ToolpoolError(`${label}, line ${line}, column ${column}: an object must be here.`, {
    code: 'TOOLPOOL_CONFIG_INVALID',
    hint: 'Servers are written as {"mcpServers": {"<name>": {...}}}.',
    data: { line, column },
  });
}
