import { findLogin, type LoginKey, type TokenStore } from '@toolpool/auth';
import type { ConfiguredServer } from '@toolpool/config';

/** One stored login as `auth status --json` shows it. */
export interface LoginRow extends Required<LoginKey> {
  /** A configured server that it is for. */
  readonly server: string | null;
  /** Of the access token, which is renewed then; ISO 8601. */
  readonly expiresAt: string | null;
  readonly scopes: readonly string[];
}

/** The stored logins, without their tokens, with the servers that they are for. */
export async function loginRows(
  store: TokenStore,
  servers: readonly ConfiguredServer[],
): Promise<readonly LoginRow[]> {
  const names = new Map<string, string>();
  for (const server of servers) {
    const key = await loginOf(store, server);
    if (key !== undefined && !names.has(nameOf(key))) names.set(nameOf(key), server.name);
  }
  const rows = (await store.list()).map(async (key): Promise<LoginRow> => {
    // What a locked keychain has is a login all the same.
    const login = await store.find(key).catch(() => undefined);
    const { expiresAt, scope = '' } = login ?? {};
    return {
      server: names.get(nameOf(key)) ?? null,
      ...key,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      scopes: scope.split(' ').filter((each) => each !== ''),
    };
  });
  return await Promise.all(rows);
}

/** The login that is sent to a server, if its URL says so without anything being filled in. */
export async function loginOf(
  store: TokenStore,
  { config }: ConfiguredServer,
): Promise<Required<LoginKey> | undefined> {
  if ((config.type !== 'http' && config.type !== 'sse') || !URL.canParse(config.url)) {
    return undefined;
  }
  return await findLogin(store, new URL(config.url));
}

function nameOf({ resource, issuer, account }: Required<LoginKey>): string {
  return JSON.stringify([resource, issuer, account]);
}
