import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Diagnostic } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { toDiagnostic } from '../read/read-config-file.ts';
import { type ApprovalRecord, readApprovals } from './approvals-file.ts';
import { readUserSettings, type UserSettings } from './user-settings.ts';

/** What the user's own files say about the servers of one project. */
export interface Trust {
  readonly settings: UserSettings;
  readonly records: readonly ApprovalRecord[];
  /** A file that could not be read may hold rejections: then nothing is approved. */
  readonly readable: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the user's files only: nothing inside a project can approve anything. */
export async function readTrust(paths: ToolpoolPaths, projectRoot: string): Promise<Trust> {
  const [{ settings, diagnostics }, approvals] = await Promise.all([
    readUserSettings(paths.settings),
    readApprovals(paths.approvals).catch((error: unknown) => {
      if (ToolpoolError.isInstance(error)) return error;
      throw error;
    }),
  ]);
  if (ToolpoolError.isInstance(approvals)) {
    const problem = toDiagnostic(approvals, paths.approvals);
    return { settings, records: [], readable: false, diagnostics: [...diagnostics, problem] };
  }
  const records = Object.hasOwn(approvals.projects, projectRoot)
    ? (approvals.projects[projectRoot] ?? [])
    : [];
  return { settings, records, readable: diagnostics.length === 0, diagnostics };
}
