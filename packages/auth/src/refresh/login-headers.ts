import { ToolpoolError } from '@toolpool/foundation/errors';
import type { LoginKey } from '../logins/stored-login.ts';
import type { LoginTokens } from './login-tokens.ts';

type HeaderValues = Readonly<Record<string, string>>;

/** The `Authorization` of a stored login, for one connection. */
export interface LoginHeaders {
  /** Gets a token that lives. Without a login there is no header. */
  start(): Promise<void>;
  current(): HeaderValues;
  /**
   * Gets another token after the server has refused this one with 401. A 403 is no matter of its age.
   *
   * @returns whether there is another one
   * @throws {@link ToolpoolError} `TOOLPOOL_TRANSPORT_UNREACHABLE` when the login server cannot be
   *   asked just now
   */
  renew(refused: HeaderValues, status: number): Promise<boolean>;
  /** The tokens so far: no message may hold them. */
  readonly secrets: ReadonlySet<string>;
}

/** Sends the tokens of a stored login with the requests of a connection. */
export function createLoginHeaders(
  tokens: LoginTokens,
  key: LoginKey,
  knownSecrets: readonly string[] = [],
): LoginHeaders {
  const secrets = new Set(knownSecrets);
  let token: string | undefined;
  const get = async (refused?: string) => {
    token = await tokens.accessToken(key, refused).catch(unlessLoggedOut);
    if (token !== undefined) secrets.add(token);
  };
  const current = (): HeaderValues =>
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    start: () => get(),
    current,
    async renew(refused, status) {
      if (status !== 401) return false;
      const refusedToken = refused.authorization?.replace(/^Bearer /, '');
      if (refusedToken === token) await get(refusedToken);
      return token !== undefined && token !== refusedToken;
    },
    secrets,
  };
}

function unlessLoggedOut(error: unknown): undefined {
  const isLoggedOut =
    ToolpoolError.isInstance(error) && error.code === 'TOOLPOOL_SERVER_NEEDS_AUTH';
  if (!isLoggedOut) throw error;
}
