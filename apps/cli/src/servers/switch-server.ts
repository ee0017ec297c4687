import { disableServers, enableServers, type NamedServer } from '@toolpool/config';
import type { CommandContext } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { reportChanges } from './report-changes.ts';
import { unknownServer } from './unknown-server.ts';

const write = { enable: enableServers, disable: disableServers };

/**
 * Switches the server of a name on or off, for this user in this project, whatever its scope.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`, and what `enableServers` throws
 */
export async function switchServer(
  context: CommandContext,
  name: string,
  verb: keyof typeof write,
): Promise<0> {
  const configuration = await loadConfiguration(context);
  const { servers, setAside } = configuration.loaded;
  // The first of a name is the one that runs, or would: of the highest scope.
  const known: readonly NamedServer[] = [...servers, ...setAside];
  const found = known.find((server) => server.name === name);
  if (found === undefined) throw unknownServer(name, known);
  return reportChanges(context, await write[verb]([found], configuration));
}
