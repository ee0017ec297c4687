import { readPin } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ToolDifference } from '@toolpool/tool-core';
import type { Configuration } from '../compose/load-configuration.ts';
import type { PinFinding } from './project-pins.ts';

/** One server as `pins --json` shows it. */
export interface PinRow {
  readonly server: string;
  readonly scope: string;
  /** `unpinned` before its first list, `unreadable` when its file is damaged. */
  readonly status: 'pinned' | 'changed' | 'unpinned' | 'unreadable';
  readonly pinnedAt: string | null;
  /** How many tools are pinned. */
  readonly tools: number | null;
  /** `null` when the server has not listed its tools in this run. */
  readonly differences: readonly ToolDifference[] | null;
}

/** The pins of all servers that may run, with how those that answered differ from them. */
export async function pinRows(
  configuration: Configuration,
  findings: ReadonlyMap<string, PinFinding>,
): Promise<PinRow[]> {
  const rows = configuration.loaded.servers.map(async (server): Promise<PinRow> => {
    const { name, scope } = server;
    const finding = findings.get(name);
    const empty = { server: name, scope, pinnedAt: null, tools: null };
    const differences = finding?.differences ?? null;
    try {
      const pin = finding?.pin ?? (await readPin(server, configuration));
      if (pin === undefined) return { ...empty, status: 'unpinned', differences };
      const status = finding && finding.differences.length > 0 ? 'changed' : 'pinned';
      const { pinnedAt, tools } = pin;
      return { ...empty, status, pinnedAt, tools: tools.length, differences };
    } catch (error) {
      if (!ToolpoolError.isInstance(error)) throw error;
      return { ...empty, status: 'unreadable', differences };
    }
  });
  return Promise.all(rows);
}
