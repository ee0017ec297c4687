import { isRecord } from '@toolpool/foundation/values';
import type { StoredLogin } from '../logins/stored-login.ts';

/** What a token endpoint answered. `passing`: neither a token nor a verdict about this login. */
export type TokenAnswer =
  | { readonly kind: 'tokens'; readonly login: StoredLogin }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'passing'; readonly status: number };

/** Verdicts about the login or the client (RFC 6749, section 5.2); anything else may pass. */
const FINAL = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

const MAX_LIFETIME_S = 10 * 365 * 24 * 3_600;

/**
 * Reads the answer to a refresh (RFC 6749, sections 5 and 6). Some servers send an error with HTTP 200
 * and a lifetime as text; what an answer leaves out stays as it was.
 */
export async function readTokenResponse(
  response: Response,
  old: StoredLogin,
  now: number,
): Promise<TokenAnswer> {
  const body = await bodyOf(response);
  const passing = { kind: 'passing', status: response.status } as const;
  if (typeof body.error === 'string') {
    const error = FINAL.find((known) => known === body.error);
    return error === undefined || response.status >= 500 ? passing : { kind: 'refused', error };
  }
  const accessToken = tokenOf(body.access_token);
  if (!response.ok || accessToken === undefined) return passing;
  const refreshToken = tokenOf(body.refresh_token) ?? old.refreshToken;
  const scope = tokenOf(body.scope) ?? old.scope;
  const expiresAt = expiryOf(body.expires_in, now);
  const { expiresAt: _, ...kept } = old;
  return {
    kind: 'tokens',
    login: {
      ...kept,
      accessToken,
      obtainedAt: now,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(scope !== undefined && { scope }),
      ...(expiresAt !== undefined && { expiresAt }),
    },
  };
}

async function bodyOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json().catch(() => undefined);
  return isRecord(body) ? body : {};
}

/** A value that a header and a form can carry. */
function tokenOf(value: unknown): string | undefined {
  const isToken = typeof value === 'string' && value !== '' && !/[^\x20-\x7e]/.test(value);
  return isToken ? value : undefined;
}

function expiryOf(lifetime: unknown, now: number): number | undefined {
  if (typeof lifetime !== 'number' && typeof lifetime !== 'string') return undefined;
  const seconds = Number(lifetime);
  return seconds > 0 ? now + Math.min(seconds, MAX_LIFETIME_S) * 1_000 : undefined;
}
