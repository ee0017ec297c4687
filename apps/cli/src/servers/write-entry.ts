import { addServer, type EditableScope, parseServerConfig } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext } from '../command-context.ts';
import { locateProject } from '../compose/load-configuration.ts';
import { reportChanges } from './report-changes.ts';

export interface WriteEntryOptions {
  readonly scope?: string;
  readonly force?: boolean;
}

const SCOPES: readonly EditableScope[] = ['local', 'project', 'user'];

/** Checks and writes one entry, then says where. */
export async function writeEntry(
  context: CommandContext,
  { name, entry }: { name: string; entry: unknown },
  { scope, force = false }: WriteEntryOptions,
): Promise<0> {
  const { issues } = parseServerConfig(entry);
  if (issues) {
    const lines = issues.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    const problems = lines.map((line) => line.replace(/\.$/, '')).join('; ');
    throw new ToolpoolError(`This is no entry for a server: ${problems}.`, {
      code: 'TOOLPOOL_USAGE',
      server: name,
    });
  }
  const project = await locateProject(context);
  const change = await addServer({
    ...project,
    name,
    entry,
    force,
    scope: parseScope(scope) ?? 'local',
  });
  return reportChanges(context, [change]);
}

/** @throws {@link ToolpoolError} `TOOLPOOL_USAGE` */
export function parseScope(text: string | undefined): EditableScope | undefined {
  if (text === undefined) return undefined;
  const scope = SCOPES.find((known) => known === text);
  if (scope) return scope;
  throw new ToolpoolError(`"${text}" is not a scope that can be written.`, {
    code: 'TOOLPOOL_USAGE',
    hint: `Write one of ${SCOPES.join(', ')}.`,
  });
}
