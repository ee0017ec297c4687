import { compareText } from '@toolpool/foundation/values';
import type { ToolFingerprint } from './fingerprint-tools.ts';

/** One field of a tool that differs; as the server wrote it, so untrusted on a screen. */
export interface FieldDifference {
  readonly field: string;
  /** Absent when the field is new. */
  readonly from?: string;
  /** Absent when the field is gone. */
  readonly to?: string;
}

/** How one tool differs between two fingerprints of a server's set. */
export interface ToolDifference {
  readonly tool: string;
  /** A tool that was renamed is one that was removed and one that was added. */
  readonly change: 'added' | 'removed' | 'changed';
  readonly fields: readonly FieldDifference[];
}

/** Lists what differs between two fingerprints, in the order of names; empty when nothing does. */
export function diffTools(
  before: readonly ToolFingerprint[],
  after: readonly ToolFingerprint[],
): readonly ToolDifference[] {
  const [old, present] = [byName(before), byName(after)];
  const names = [...new Set([...old.keys(), ...present.keys()])].sort(compareText);
  return names.flatMap((tool) => {
    const [from, to] = [old.get(tool), present.get(tool)];
    const fields = diffFields(from?.fields ?? {}, to?.fields ?? {});
    if (from && to) return fields.length === 0 ? [] : { tool, change: 'changed', fields };
    return { tool, change: from ? 'removed' : 'added', fields };
  });
}

function byName(tools: readonly ToolFingerprint[]): ReadonlyMap<string, ToolFingerprint> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function diffFields(
  before: ToolFingerprint['fields'],
  after: ToolFingerprint['fields'],
): FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareText);
  return names.flatMap((field) => {
    const [from, to] = [before[field], after[field]];
    if (from === to) return [];
    return { field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  });
}
