import type { MemberNode, ObjectNode } from '@humanwhocodes/momoa';
import type { Diagnostic } from '../contract.ts';
import { type FieldPath, formatField } from '../launch/launch-text.ts';
import { descend } from './descend.ts';
import {
  findDuplicates,
  findMember,
  findPosition,
  memberName,
  nodeValue,
  startOf,
} from './node-value.ts';
import type { JsoncDocument, Position } from './parse-jsonc.ts';

/** One entry of a `mcpServers` object, not checked yet. */
export interface RawEntry {
  readonly name: string;
  readonly value: unknown;
  readonly position: Position;
  /** Where a field of the entry is, or the nearest part of it that there is. */
  readonly locate: (path: FieldPath) => Position;
}

export interface ServersReading {
  readonly entries: readonly RawEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadServersOptions {
  /** What messages call the text, such as the path of its file. */
  readonly label: string;
  readonly file?: string;
  /** Keys that lead to the object that has the servers. */
  readonly at?: readonly string[];
  /** Key of the servers in that object. @default mcpServers */
  readonly key?: string;
}

/**
 * Lists the entries of a parsed file. Of equal names the last counts, and the others are reported.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` when the servers or what leads to them are no object
 */
export function readServers(document: JsoncDocument, options: ReadServersOptions): ServersReading {
  const { label, file, at = [], key = 'mcpServers' } = options;
  const holder = descend(document.root, at, label);
  const servers = holder && descend(holder, [key], label);
  if (holder === undefined || servers === undefined) {
    return { entries: [], diagnostics: missingKeyWarnings(document, holder, options) };
  }
  const byName = new Map(servers.members.map((member) => [memberName(member), member]));
  const entries = [...byName].map(([name, member]) => toRawEntry(name, member));
  const duplicates = findDuplicates(holder).map(({ path, position }): Diagnostic => {
    const field = JSON.stringify(formatField(path));
    return {
      severity: 'warning',
      code: 'TOOLPOOL_CONFIG_KEY_DUPLICATE',
      message: `${label} has ${field} more than once; the last one counts.`,
      ...(file !== undefined && { file }),
      ...position,
    };
  });
  return { entries, diagnostics: duplicates };
}

function toRawEntry(name: string, member: MemberNode): RawEntry {
  const position = startOf(member);
  return {
    name,
    value: nodeValue(member.value),
    position,
    locate: (path) => (path.length === 0 ? position : findPosition(member.value, path)),
  };
}

function missingKeyWarnings(
  { root }: JsoncDocument,
  holder: ObjectNode | undefined,
  options: ReadServersOptions,
): Diagnostic[] {
  // The policy has no servers more often than not.
  if (options.key !== undefined) return [];
  if (holder !== undefined) return otherKeyWarnings(holder, 'mcpServers', options);
  const [first] = options.at ?? [];
  const isKnown = first === undefined || root.type !== 'Object' || findMember(root, first);
  return isKnown ? [] : otherKeyWarnings(root, first, options);
}

/** A file without the key it is read by: what it has instead is most likely a slip, or another host's word. */
function otherKeyWarnings(
  holder: ObjectNode,
  key: string,
  { label, file }: ReadServersOptions,
): Diagnostic[] {
  return holder.members.flatMap((member) => {
    const name = memberName(member);
    if (member.value.type !== 'Object' || /^(?:x-|[_$])/.test(name)) return [];
    return {
      severity: 'warning',
      code: 'TOOLPOOL_CONFIG_KEY_UNKNOWN',
      message: `${label} has ${JSON.stringify(name)}; servers are read from "${key}" only.`,
      ...(file !== undefined && { file }),
      ...startOf(member),
    };
  });
}
