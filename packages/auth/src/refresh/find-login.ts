import { DEFAULT_ACCOUNT, type LoginKey } from '../logins/stored-login.ts';
import type { TokenStore } from '../logins/token-store.ts';

/**
 * Finds the stored login of an account that is for a server: that of the resource which is its URL, or
 * of the nearest one above it on the same origin (RFC 9728, section 3.3). A server that moves to
 * another URL gets no old token.
 */
export async function findLogin(
  store: TokenStore,
  serverUrl: URL,
  account: string = DEFAULT_ACCOUNT,
): Promise<Required<LoginKey> | undefined> {
  const keys = await store.list();
  return keys
    .filter((key) => key.account === account && covers(key.resource, serverUrl))
    .sort((left, right) => right.resource.length - left.resource.length)[0];
}

function covers(resource: string, server: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname, search } = new URL(resource);
  if (origin !== server.origin || (search !== '' && search !== server.search)) return false;
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return `${server.pathname}/`.startsWith(folder);
}
