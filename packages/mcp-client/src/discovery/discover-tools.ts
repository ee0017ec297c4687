import type { ConnectedServer } from '../connection/connection.ts';
import { readTools, type ToolList } from '../reading/read-tools.ts';
import {
  type DiscoverOptions,
  listOwner,
  listSource,
  oncePerConnection,
} from './discover-options.ts';
import { listPages } from './list-pages.ts';

/**
 * Lists all tools of a server; none when it declares none. A malformed tool costs only itself; of
 * two with one name the first is kept.
 *
 * @throws {@link ToolpoolError} as {@link Session.request}
 */
export const discoverTools: (
  connection: ConnectedServer,
  options?: DiscoverOptions,
) => Promise<ToolList> = oncePerConnection(
  'notifications/tools/list_changed',
  async (connection, options) => {
    if (!connection.capabilities.tools) return { tools: [], problems: [] };
    const list = { method: 'tools/list', member: 'tools' };
    return readTools(await listPages(listSource(connection, list, options)), listOwner(connection));
  },
);
