import type { ConnectedServer } from '../connection/connection.ts';
import type { ListOwner } from '../reading/read-items.ts';
import { ListCache } from './list-cache.ts';
import type { ListSource } from './list-pages.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

export interface DiscoverOptions {
  /** Limit of each page, in milliseconds. @default 30_000 */
  readonly timeoutMs?: number | undefined;
}

type Discover<List> = (connection: ConnectedServer, options?: DiscoverOptions) => Promise<List>;

/**
 * Makes a discovery ask each connection once, and again when its server says that the list has changed.
 * A reconnected server is a new connection, so that no list outlives the one it came from. A list that
 * failed is asked for again.
 */
export function oncePerConnection<List>(
  changeMethod: string,
  discover: Discover<List>,
): Discover<List> {
  const lists = new ListCache<List>(changeMethod);
  return (connection, options) => {
    const known = lists.get(connection);
    if (known !== undefined) return known;
    const list = discover(connection, options);
    lists.keep(connection, list);
    return list;
  };
}

/** Says where a list of a connection comes from. */
export function listSource(
  { name, session }: ConnectedServer,
  list: Pick<ListSource, 'method' | 'member'>,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: DiscoverOptions = {},
): ListSource {
  return { server: name, session, timeoutMs, ...list };
}

/** Says whose list it is, and where what is tolerated of it is counted. */
export function listOwner({ name, session }: ConnectedServer): ListOwner {
  return { server: name, tolerate: session.tolerate };
}
