import type { ConnectedServer } from '../../connection/connection.ts';
import type { ConnectOptions } from '../../connection/connection-cache.ts';
import { connectTimeoutMs } from '../../connection/settings.ts';
import type { DefinitionPins } from '../definition-pins.ts';
import { discoverLists, type ListName } from '../server-lists.ts';
import { createToolFilter } from '../tool-filter.ts';
import type { ServerRecord } from './server-record.ts';
import { isSessionExpired } from './session-expired.ts';

export interface AskForListsOptions {
  readonly connect: ConnectOptions & { readonly env: NodeJS.ProcessEnv };
  readonly lists: ReadonlySet<ListName>;
  readonly pins?: DefinitionPins | undefined;
}

/**
 * Asks a connection for its lists and enters them into the record as they come; tells whether the
 * server has forgotten the session meanwhile.
 */
export async function askForLists(
  connection: ConnectedServer,
  record: ServerRecord,
  { connect, lists, pins }: AskForListsOptions,
): Promise<boolean> {
  const { config } = connection;
  const isWanted = createToolFilter(config);
  let isExpired = false;
  await discoverLists(connection, lists, {
    timeoutMs: connectTimeoutMs(connect.connectTimeoutMs, config, connect.env),
    pins,
    tell: (found) => {
      isExpired ||= isSessionExpired(found.error);
      const tools = found.tools?.filter((tool) => isWanted(tool.name));
      record.take(connection, { ...found, ...(tools && { tools }) });
    },
  });
  return isExpired;
}
