import { ToolpoolError } from '@toolpool/foundation/errors';

/** Where the token of an account comes from. Its methods may be called by many requests at once. */
export interface TokenSource {
  /** The access token as it is now; `undefined` when nobody is logged in. */
  accessToken(): string | undefined;
  /** Renews the token if that is due. */
  refreshIfDue(): Promise<void>;
  /**
   * Renews a token that a server has refused.
   *
   * @returns whether there is another one now
   */
  refresh(refusedToken: string): Promise<boolean>;
}

/**
 * Sends each request with the token of an account. One that is answered 401 is sent once more, after
 * the very token that it was sent with has been renewed: by this request, by another one at the same
 * time, or before. Where that changes nothing or fails, the first response is the answer.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_NEEDS_AUTH` when there is no token
 */
export function createProxyFetch(innerFetch: typeof fetch, tokens: TokenSource): typeof fetch {
  const send = (input: Parameters<typeof fetch>[0], init: RequestInit, token: string) => {
    const request = input instanceof Request ? input.clone() : undefined;
    const headers = new Headers(init.headers ?? request?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return innerFetch(request ?? input, { ...init, headers });
  };
  return async (input, init = {}) => {
    await tokens.refreshIfDue();
    const token = tokens.accessToken();
    if (!token) throw createLoggedOutError();
    const first = await send(input, init, token);
    if (first.status !== 401) return first;
    if (tokens.accessToken() === token && !(await renew(tokens, token))) return first;
    const renewed = tokens.accessToken();
    if (!renewed || renewed === token) return first;
    try {
      const second = await send(input, init, renewed);
      void first.body?.cancel().catch(() => undefined);
      return second;
    } catch {
      return first;
    }
  };
}

/** What is being renewed, by account: its servers share one token. */
const renewals = new WeakMap<TokenSource, Map<string, Promise<boolean>>>();

/** Renews a token once, for however many requests were refused with it. */
function renew(tokens: TokenSource, token: string): Promise<boolean> {
  const ofAccount = renewals.get(tokens) ?? new Map<string, Promise<boolean>>();
  renewals.set(tokens, ofAccount);
  const known = ofAccount.get(token);
  if (known !== undefined) return known;
  const renewal = refreshOf(tokens, token).finally(() => ofAccount.delete(token));
  ofAccount.set(token, renewal);
  return renewal;
}

/** A renewal that fails has changed nothing. */
async function refreshOf(tokens: TokenSource, token: string): Promise<boolean> {
  try {
    return await tokens.refresh(token);
  } catch {
    return false;
  }
}

/** Nobody is logged in to the account that a server is reached with. */
function createLoggedOutError(): ToolpoolError {
  return new ToolpoolError('There is no token of the account: nobody is logged in.', {
    code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
    hint: 'Log in to the account.',
  });
}
