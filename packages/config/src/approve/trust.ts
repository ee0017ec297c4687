import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Diagnostic } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { toDiagnostic } from '../read/read-config-file.ts';
import type { ProjectSettings } from '../settings/project-settings.ts';
import { readProjectSettings } from '../settings/read-project-settings.ts';
import { type ApprovalRecord, readApprovals, recordsOf } from './approvals-file.ts';
import { readSwitches, type Switches } from './switches-file.ts';
import { readUserSettings, type UserSettings } from './user-settings.ts';

/** What the user's own files say about the servers of one project. */
export interface Trust {
  readonly settings: UserSettings;
  /** What the project says about itself; it can restrict and nothing else. */
  readonly project: ProjectSettings;
  readonly records: readonly ApprovalRecord[];
  /** `undefined` when they cannot be read: any server may be disabled. */
  readonly switches: Switches | undefined;
  /** A file that could not be read may hold rejections: then nothing is approved. */
  readonly readable: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the user's files, and what the project forbids itself: nothing inside a project can approve anything. */
export async function readTrust(paths: ToolpoolPaths, projectRoot: string): Promise<Trust> {
  const [{ settings, diagnostics }, approvals, switches] = await Promise.all([
    readUserSettings(paths.settings),
    readApprovals(paths.approvals).catch(expectedError),
    readSwitches(paths.switches, projectRoot).catch(expectedError),
  ]);
  const project = await readProjectSettings(projectRoot, settings.runProjectSettings);
  const problems = [
    ...diagnostics,
    ...(ToolpoolError.isInstance(approvals) ? [toDiagnostic(approvals, paths.approvals)] : []),
  ];
  const switchProblems = ToolpoolError.isInstance(switches)
    ? [toDiagnostic(switches, paths.switches)]
    : [];
  return {
    settings,
    project: project.settings,
    records: ToolpoolError.isInstance(approvals) ? [] : recordsOf(approvals, projectRoot),
    switches: ToolpoolError.isInstance(switches) ? undefined : switches,
    readable: !problems.some(({ severity }) => severity === 'error'),
    diagnostics: [...problems, ...switchProblems, ...project.diagnostics],
  };
}

function expectedError(error: unknown): ToolpoolError {
  if (ToolpoolError.isInstance(error)) return error;
  throw error;
}
