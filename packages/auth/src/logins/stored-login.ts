import { isRecord } from '@toolpool/foundation/values';

/** What a login is kept under: two entries that reach the same resource share it. */
export interface LoginKey {
  /** The resource indicator (RFC 8707), as the server's metadata says it. */
  readonly resource: string;
  /** The authorization server; its tokens and registrations go to no other one. */
  readonly issuer: string;
  /** Tells the accounts of one person apart. @default 'default' */
  readonly account?: string;
}

/** A login with all that it takes to renew it. Times are milliseconds since the epoch. */
export interface StoredLogin extends LoginKey {
  readonly account: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** How the client says who it is at the token endpoint. @default 'none' without a secret, else basic */
  readonly clientAuthentication?: 'none' | 'client_secret_basic' | 'client_secret_post' | undefined;
  readonly tokenEndpoint: string;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly obtainedAt: number;
  /** `undefined`: the server does not say. */
  readonly expiresAt?: number | undefined;
  /** The scopes granted, separated by spaces. */
  readonly scope?: string | undefined;
}

export const DEFAULT_ACCOUNT = 'default';

export function isSameKey(left: LoginKey, right: LoginKey): boolean {
  return (
    left.resource === right.resource &&
    left.issuer === right.issuer &&
    (left.account ?? DEFAULT_ACCOUNT) === (right.account ?? DEFAULT_ACCOUNT)
  );
}

const TEXTS = [
  'resource',
  'issuer',
  'account',
  'clientId',
  'tokenEndpoint',
  'accessToken',
] as const;
const OPTIONAL_TEXTS = ['clientSecret', 'refreshToken', 'scope'] as const;
const METHODS = [undefined, 'none', 'client_secret_basic', 'client_secret_post'];

/** Reads a login from JSON; `undefined` for anything else. Unknown members are left out. */
export function parseLogin(text: string): StoredLogin | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { clientAuthentication, obtainedAt, expiresAt } = value;
  const isWhole =
    TEXTS.every((name) => isText(value[name])) &&
    OPTIONAL_TEXTS.every((name) => value[name] === undefined || isText(value[name])) &&
    METHODS.includes(clientAuthentication as string | undefined) &&
    Number.isFinite(obtainedAt) &&
    (expiresAt === undefined || Number.isFinite(expiresAt));
  if (!isWhole) return undefined;
  const names = [...TEXTS, ...OPTIONAL_TEXTS, 'clientAuthentication', 'obtainedAt', 'expiresAt'];
  const entries = names.map((name) => [name, value[name]]).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries) as StoredLogin;
}

/** Tokens and all else that goes into a header or a form: visible text without controls. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value);
}
