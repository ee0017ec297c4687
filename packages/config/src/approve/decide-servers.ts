import { updateFile } from '@toolpool/foundation/files';
import type { ServerChange } from '../edit/server-change.ts';
import { hashServerConfig } from '../launch/hash-server-config.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import {
  type ApprovalRecord,
  formatApprovals,
  parseApprovals,
  recordsOf,
} from './approvals-file.ts';
import { takeSnapshot } from './launch-snapshot.ts';
import { normalizeServerName } from './normalize-server-name.ts';

/** A project server as it was shown to the user. */
export interface ShownServer {
  readonly name: string;
  readonly config: ServerConfig;
}

export interface DecideServersOptions {
  /** Real path of the project. */
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
}

/**
 * Approves project servers exactly as they were shown: any change of the launch asks again. Names that
 * the user's settings reject stay rejected.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` when the file of approvals is damaged;
 *   `TOOLPOOL_FILE_WRITE_FAILED`, `TOOLPOOL_FILE_LOCKED`
 */
export async function approveServers(
  servers: readonly ShownServer[],
  options: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  return decide('approved', servers, options);
}

/**
 * Rejects project servers by name, whatever they launch.
 *
 * @throws {@link ToolpoolError} as {@link approveServers}
 */
export async function rejectServers(
  servers: readonly ShownServer[],
  options: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  return decide('rejected', servers, options);
}

async function decide(
  decision: ApprovalRecord['decision'],
  servers: readonly ShownServer[],
  { paths, projectRoot }: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  const file = paths.approvals;
  const decidedAt = new Date().toISOString();
  const records = servers.map(({ name, config }): ApprovalRecord => {
    const fields = takeSnapshot(config);
    return { name, decision, hash: hashServerConfig(config), decidedAt, fields };
  });
  const change = (text: string | undefined): string => {
    const approvals = parseApprovals(text, file);
    const before = recordsOf(approvals, projectRoot);
    const projects = { ...approvals.projects, [projectRoot]: records.reduce(withRecord, before) };
    return formatApprovals({ ...approvals, projects });
  };
  await updateFile(file, change, { mode: 0o600 });
  return records.map(({ name }) => ({ server: name, scope: 'project', file, action: decision }));
}

/** A decision replaces the one about the same name, and opposite ones about names that look the same. */
function withRecord(before: readonly ApprovalRecord[], record: ApprovalRecord): ApprovalRecord[] {
  const alike = normalizeServerName(record.name);
  const kept = before.filter(
    ({ name, decision }) =>
      name !== record.name && (decision === record.decision || normalizeServerName(name) !== alike),
  );
  return [...kept, record];
}
