import { removeServer } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration, locateProject } from '../compose/load-configuration.ts';
import { suggest } from '../options/suggest.ts';
import { reportChanges } from '../servers/report-changes.ts';
import { parseScope } from '../servers/write-entry.ts';

/** `toolpool remove <name> [-s scope]`. */
export async function remove(
  context: CommandContext,
  { args: [name = ''], options }: CommandInput<{ readonly scope?: string }>,
): Promise<0> {
  const scope = parseScope(options.scope);
  const project = await locateProject(context);
  const change = await removeServer({ ...project, name, ...(scope ? { scope } : {}) }).catch(
    async (error: unknown) => {
      throw await withSuggestion(error, name, context);
    },
  );
  return reportChanges(context, [change]);
}

/** Adds the name that may be meant to the hint of an unknown one. */
async function withSuggestion(
  error: unknown,
  name: string,
  context: CommandContext,
): Promise<unknown> {
  if (!ToolpoolError.isInstance(error) || error.code !== 'TOOLPOOL_SERVER_UNKNOWN') return error;
  const { loaded } = await loadConfiguration(context);
  const known = [...loaded.servers, ...loaded.setAside].map((server) => server.name);
  const { message, code, server } = error;
  const hint = suggest(name, new Set(known)) ?? error.hint;
  return new ToolpoolError(message, { code, server, hint, cause: error });
}
