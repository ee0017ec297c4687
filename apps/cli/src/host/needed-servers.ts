import type { ConfiguredServer, LoadedServers, SetAsideServer } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext } from '../command-context.ts';
import type { Configuration } from '../compose/load-configuration.ts';
import { hintFor } from '../servers/hint-for.ts';
import { serversNamedBy } from '../servers/servers-named-by.ts';
import { unknownServer } from '../servers/unknown-server.ts';

/**
 * The servers that must be connected to find a tool or prompt: those that its name tells, else the
 * ad-hoc one, else all.
 *
 * @throws {@link ToolpoolError} why the server that the name tells does not run
 */
export function neededServers(
  name: string,
  { loaded }: Configuration,
  { global }: CommandContext,
): readonly ConfiguredServer[] {
  const named = serversNamedBy(name, loaded.servers);
  if (named.length > 0) return named;
  const [setAside] = serversNamedBy(name, loaded.setAside);
  if (setAside) throw notRunning(setAside);
  const hasAdHoc = global.serverUrl !== undefined || global.serverCommand !== undefined;
  const adHoc = loaded.servers.filter((server) => hasAdHoc && server.name === global.name);
  return adHoc.length > 0 ? adHoc : loaded.servers;
}

/**
 * The error for `server/name` when no server is called so; `undefined` for any other name. Only for
 * names that nobody has: a tool's own name may hold a slash.
 */
export function unknownServerOf(name: string, { servers, setAside }: LoadedServers) {
  const [server, ...rest] = name.split('/');
  if (!server || rest.length === 0) return undefined;
  const known = [...servers, ...setAside];
  return serversNamedBy(name, known).length > 0 ? undefined : unknownServer(server, known);
}

/**
 * The one server of a name.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`, or why it does not run
 */
export function namedServer(name: string, { loaded }: Configuration): ConfiguredServer {
  const server = loaded.servers.find((candidate) => candidate.name === name);
  if (server) return server;
  const setAside = loaded.setAside.find((candidate) => candidate.name === name);
  if (setAside) throw notRunning(setAside);
  throw unknownServer(name, [...loaded.servers, ...loaded.setAside]);
}

function notRunning({ name, reason, code }: SetAsideServer): ToolpoolError {
  return new ToolpoolError(`Server "${name}" does not run: ${reason}`, {
    code: code ?? 'TOOLPOOL_SERVER_NOT_CONFIGURED',
    server: name,
    hint: code && hintFor(name, code),
  });
}
