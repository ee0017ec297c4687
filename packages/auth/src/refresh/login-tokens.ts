import { ToolpoolError } from '@toolpool/foundation/errors';
import type { LoginKey, StoredLogin } from '../logins/stored-login.ts';
import type { TokenStore } from '../logins/token-store.ts';
import type { GuardedFetch } from '../urls/guarded-fetch.ts';
import { createPauses } from './pauses.ts';
import { requestRefresh } from './request-refresh.ts';
import type { TokenAnswer } from './token-response.ts';

export interface LoginTokensOptions {
  readonly store: TokenStore;
  /** Sends the refresh: see `createGuardedFetch`. */
  readonly fetch: GuardedFetch;
  /** The clock, in milliseconds since the epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** The access tokens of stored logins, renewed when that is due. */
export interface LoginTokens {
  /**
   * An access token that has not expired. However many ask at once, here and in other processes, one
   * of them renews it, and the others get what it was given.
   *
   * @param refusedToken the token that a server has just refused; another one is given
   * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_NEEDS_AUTH` when there is no login, or none that
   *   can be renewed; `TOOLPOOL_TRANSPORT_UNREACHABLE` when the login server cannot be asked just now:
   *   the login stays; and as the store does
   */
  accessToken(key: LoginKey, refusedToken?: string): Promise<string>;
}

/** A token is renewed so long before its end, or a tenth of its life if that is shorter. */
const MAX_SKEW_MS = 60_000;

/** Creates the source of access tokens over a store; ask one source per store and process. */
export function createLoginTokens(options: LoginTokensOptions): LoginTokens {
  const { store, now = Date.now } = options;
  const pauses = createPauses(now);
  const flights = new Map<string, Promise<StoredLogin>>();

  const renew = (key: LoginKey, refusedToken: string | undefined): Promise<StoredLogin> => {
    const name = JSON.stringify([key.resource, key.issuer, key.account, refusedToken]);
    const running = flights.get(name);
    if (running !== undefined) return running;
    const flight = renewStored(key, refusedToken, { ...options, now, pauses }).finally(() =>
      flights.delete(name),
    );
    flights.set(name, flight);
    return flight;
  };

  return {
    async accessToken(key, refusedToken) {
      const login = await store.find(key);
      if (login === undefined) throw needsLogin();
      if (isUsable(login, refusedToken, now())) return login.accessToken;
      return (await renew(key, refusedToken)).accessToken;
    },
  };
}

interface RenewContext extends LoginTokensOptions {
  readonly now: () => number;
  readonly pauses: ReturnType<typeof createPauses>;
}

async function renewStored(
  key: LoginKey,
  refusedToken: string | undefined,
  context: RenewContext,
): Promise<StoredLogin> {
  const { store, now } = context;
  const usable = (login: StoredLogin) => isUsable(login, refusedToken, now());
  let spent: string | undefined;
  let login = await store.update(key, async (stored) => {
    // Somebody else may have renewed it, or logged out, while this one waited for the lock.
    if (stored === undefined || usable(stored)) return undefined;
    const answer = await askForTokens(stored, context);
    if (answer.kind === 'tokens') return answer.login;
    spent = stored.refreshToken;
    return undefined;
  });
  if (spent !== undefined) {
    // A program that does not know of the lock may have stored newer tokens meanwhile: those stay.
    login = await store.update(key, async (stored) =>
      stored?.refreshToken === spent ? null : undefined,
    );
    if (login !== undefined && !usable(login)) throw needsLogin();
  }
  if (login === undefined) throw needsLogin();
  return login;
}

async function askForTokens(
  login: StoredLogin,
  { fetch, now, pauses }: RenewContext,
): Promise<Exclude<TokenAnswer, { readonly kind: 'passing' }>> {
  const { refreshToken, tokenEndpoint } = login;
  if (refreshToken === undefined) throw needsLogin();
  const pausing = pauses.of(tokenEndpoint);
  if (pausing !== undefined) throw pausing;
  const request = { login: { ...login, refreshToken }, fetch, now };
  const answer = await requestRefresh(request).catch((error: unknown) => {
    throw pauses.begin(tokenEndpoint, unavailable(login, error));
  });
  if (answer.kind === 'passing') {
    throw pauses.begin(tokenEndpoint, unavailable(login, undefined, answer.status));
  }
  pauses.end(tokenEndpoint);
  return answer;
}

function isUsable(login: StoredLogin, refusedToken: string | undefined, now: number): boolean {
  if (login.accessToken === refusedToken) return false;
  if (login.expiresAt === undefined) return true;
  const life = login.expiresAt - login.obtainedAt;
  return now < login.expiresAt - Math.min(MAX_SKEW_MS, Math.max(life, 0) / 10);
}

function needsLogin(): ToolpoolError {
  return new ToolpoolError('There is no login, or the login server no longer accepts it.', {
    code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
    hint: 'Log in again.',
  });
}

/** The failure of a refresh that says nothing about the login. */
function unavailable(
  { tokenEndpoint }: StoredLogin,
  cause: unknown,
  status?: number,
): ToolpoolError {
  if (ToolpoolError.isInstance(cause) && cause.code !== 'TOOLPOOL_TRANSPORT_UNREACHABLE') {
    return cause;
  }
  const { host } = new URL(tokenEndpoint);
  const why = status === undefined ? '' : ` (HTTP ${status})`;
  return new ToolpoolError(
    `The login server ${host} is temporarily unavailable${why}; the login is kept.`,
    { code: 'TOOLPOOL_TRANSPORT_UNREACHABLE', hint: 'Try again later.', cause },
  );
}
