import { type ImportSource, importServers, importSources } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { locateProject } from '../compose/load-configuration.ts';
import { suggest } from '../options/suggest.ts';
import { reportChanges } from '../servers/report-changes.ts';
import { parseScope } from '../servers/write-entry.ts';

/** `toolpool import <source> [-s scope]`. */
export async function importFrom(
  context: CommandContext,
  { args: [name = ''], options }: CommandInput<{ readonly scope?: string }>,
): Promise<0> {
  const source = parseSource(name);
  const scope = parseScope(options.scope) ?? 'user';
  const { projectRoot, paths } = await locateProject(context);
  const { env } = context.io;
  const report = await importServers({ source, scope, projectRoot, paths, env });
  return reportChanges(context, report.changes, report.diagnostics);
}

/** @throws {@link ToolpoolError} `TOOLPOOL_USAGE` */
function parseSource(text: string): ImportSource {
  const source = importSources.find((known) => known === text);
  if (source) return source;
  throw new ToolpoolError(`"${text}" is no source to import from.`, {
    code: 'TOOLPOOL_USAGE',
    hint: suggest(text, new Set(importSources)) ?? `Write one of ${importSources.join(', ')}.`,
  });
}
