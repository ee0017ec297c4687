import type { Configuration } from '../compose/load-configuration.ts';
import { unknownServer } from './unknown-server.ts';

/**
 * The configuration with the entries of one server only; as it is when no name is given.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`
 */
export function narrowTo(name: string | undefined, configuration: Configuration): Configuration {
  if (name === undefined) return configuration;
  const { loaded } = configuration;
  const servers = loaded.servers.filter((server) => server.name === name);
  const setAside = loaded.setAside.filter((server) => server.name === name);
  if (servers.length + setAside.length === 0) {
    throw unknownServer(name, [...loaded.servers, ...loaded.setAside]);
  }
  return { ...configuration, loaded: { ...loaded, servers, setAside } };
}
