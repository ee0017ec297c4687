import { updateFile } from '@toolpool/foundation/files';
import type { ServerChange } from '../edit/server-change.ts';
import { formatApprovals, parseApprovals, recordsOf } from './approvals-file.ts';
import type { DecideServersOptions } from './decide-servers.ts';
import { normalizeServerName } from './normalize-server-name.ts';

export interface ResetApprovalsOptions extends DecideServersOptions {
  /** Names, compared as approvals compare them. @default every decision about the project */
  readonly names?: readonly string[];
}

/**
 * Forgets what the user approved and rejected in one project, so that its servers ask again. Settings
 * of the user stay as they are.
 *
 * @throws {@link ToolpoolError} as {@link approveServers}
 */
export async function resetApprovals(
  options: ResetApprovalsOptions,
): Promise<readonly ServerChange[]> {
  const { projectRoot, names } = options;
  const { approvals: file } = options.paths;
  const wanted = names && new Set(names.map(normalizeServerName));
  const forgotten = new Set<string>();
  const forget = (text: string | undefined): string | undefined => {
    const approvals = parseApprovals(text, file);
    const records = recordsOf(approvals, projectRoot);
    const kept = records.filter(({ name }) => wanted?.has(normalizeServerName(name)) === false);
    for (const record of records) if (!kept.includes(record)) forgotten.add(record.name);
    if (forgotten.size === 0) return undefined;
    const { [projectRoot]: present, ...others } = approvals.projects;
    const projects = kept.length === 0 ? others : { ...others, [projectRoot]: kept };
    return formatApprovals({ ...approvals, projects });
  };
  await updateFile(file, forget, { mode: 0o600 });
  return [...forgotten].map((server) => ({ server, scope: 'project', file, action: 'reset' }));
}
