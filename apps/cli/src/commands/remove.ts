import { removeServer } from '@toolpool/config';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { locateProject } from '../compose/load-configuration.ts';
import { reportChanges } from '../servers/report-changes.ts';
import { parseScope } from '../servers/write-entry.ts';

/** `toolpool remove <name> [-s scope]`. */
export async function remove(
  context: CommandContext,
  { args: [name = ''], options }: CommandInput<{ readonly scope?: string }>,
): Promise<0> {
  const scope = parseScope(options.scope);
  const project = await locateProject(context);
  const change = await removeServer({ ...project, name, ...(scope ? { scope } : {}) });
  return reportChanges(context, [change]);
}
