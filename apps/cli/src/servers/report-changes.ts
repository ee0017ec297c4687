import type { Diagnostic, LoadedServers, ServerChange } from '@toolpool/config';
import type { CommandContext } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics, writeNote } from '../output/notes.ts';
import { safeLine } from '../output/text.ts';

/** Says what was written where, what became of the servers, and what could not be done. */
export async function reportChanges(
  context: CommandContext,
  changes: readonly ServerChange[],
  diagnostics: readonly Diagnostic[] = [],
): Promise<0> {
  const { loaded } = await loadConfiguration(context);
  const changed = changes.map(({ server, scope, file, action }) => {
    const found = findServer(loaded, { name: server, scope });
    return { server, scope, file, action, status: found?.status ?? null, reason: found?.reason };
  });
  if (context.global.json) {
    const shown = changed.map(({ reason, ...change }) => change);
    writeJson(context.io.stdout, { changed: shown, ...diagnosticsShape(diagnostics) });
    return 0;
  }
  writeDiagnostics(context, diagnostics);
  if (changed.length === 0) writeNote(context, 'Nothing has changed.');
  for (const { server, scope, file, action, status, reason } of changed) {
    const line = `${capitalize(action)} ${safeLine(server)} (${scope}): ${safeLine(file)}`;
    context.io.stdout.write(`${line}\n`);
    if (status !== null && status !== 'pending' && reason) {
      context.io.stdout.write(`It does not run: ${safeLine(reason)}\n`);
    }
  }
  return 0;
}

/** A server that may run has not been connected to: it is `pending`. */
function findServer(
  { servers, setAside }: LoadedServers,
  { name, scope }: Pick<ServerChange, 'scope'> & { readonly name: string },
): { status: string; reason?: string } | undefined {
  const same = (server: { name: string; scope: string }) =>
    server.name === name && server.scope === scope;
  if (servers.some(same)) return { status: 'pending' };
  return setAside.find(same);
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
