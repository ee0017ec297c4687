import type { StoredLogin } from '../logins/stored-login.ts';
import type { GuardedFetch } from '../urls/guarded-fetch.ts';
import { parseServerUrl } from '../urls/server-url.ts';
import { readTokenResponse, type TokenAnswer } from './token-response.ts';

export interface RefreshRequest {
  readonly login: StoredLogin & { readonly refreshToken: string };
  readonly fetch: GuardedFetch;
  readonly now: () => number;
}

/** Trades a refresh token for new tokens (RFC 6749, section 6), for the same resource (RFC 8707). */
export async function requestRefresh({ login, fetch, now }: RefreshRequest): Promise<TokenAnswer> {
  const endpoint = parseServerUrl(login.tokenEndpoint, 'The token endpoint');
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: login.refreshToken,
    resource: login.resource,
  });
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  });
  identify(login, form, headers);
  const response = await fetch(endpoint, { method: 'POST', headers, body: form.toString() });
  return await readTokenResponse(response, login, now());
}

/** Says who the client is, by the way it was registered with (RFC 6749, section 2.3.1). */
function identify(login: StoredLogin, form: URLSearchParams, headers: Headers): void {
  const { clientId, clientSecret } = login;
  const byDefault = clientSecret === undefined ? 'none' : 'client_secret_basic';
  const method = login.clientAuthentication ?? byDefault;
  if (method === 'client_secret_basic' && clientSecret !== undefined) {
    const pair = [clientId, clientSecret].map(encodeFormValue).join(':');
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    return;
  }
  form.set('client_id', clientId);
  if (method === 'client_secret_post' && clientSecret !== undefined) {
    form.set('client_secret', clientSecret);
  }
}

function encodeFormValue(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1);
}
