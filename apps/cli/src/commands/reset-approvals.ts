import { resetApprovals as forgetDecisions } from '@toolpool/config';
import type { CommandContext } from '../command-context.ts';
import { locateProject } from '../compose/load-configuration.ts';
import { writeNote } from '../output/notes.ts';
import { reportChanges } from '../servers/report-changes.ts';

/** `toolpool reset-approvals`. */
export async function resetApprovals(context: CommandContext): Promise<0> {
  const changes = await forgetDecisions(await locateProject(context));
  if (changes.length === 0) {
    writeNote(context, 'You have approved and rejected nothing in this project.');
  }
  return reportChanges(context, changes);
}
