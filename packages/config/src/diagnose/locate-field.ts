import type { ValueNode } from '@humanwhocodes/momoa';
import type { ConfigSource } from '../contract.ts';
import type { FieldPath } from '../launch/launch-text.ts';
import { findPosition, memberName } from '../read/node-value.ts';
import { readConfigFile } from '../read/read-config-file.ts';

/** Where a field of an entry is: in its file, else the entry itself. */
export async function locateField(
  { file, line, column }: ConfigSource,
  name: string,
  path: FieldPath,
): Promise<Pick<ConfigSource, 'file' | 'line' | 'column'>> {
  const entry = {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
  if (file === undefined || line === undefined || column === undefined) return entry;
  const document = await readConfigFile(file).catch(() => undefined);
  const node = document && findEntry(document.root, name, { line, column });
  return node === undefined ? entry : { ...entry, ...findPosition(node, path) };
}

/** The value of the member of that name that begins there. */
function findEntry(
  node: ValueNode,
  name: string,
  at: { readonly line: number; readonly column: number },
): ValueNode | undefined {
  if (node.type !== 'Object') return undefined;
  for (const member of node.members) {
    const { line, column } = member.loc.start;
    const isIt = line === at.line && column === at.column && memberName(member) === name;
    const found = isIt ? member.value : findEntry(member.value, name, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
