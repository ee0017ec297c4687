export interface AuthCacheOptions {
  /** The file that all processes of this user share. */
  readonly file: string;
  /** How long an entry lives. @default 900_000 (15 minutes) */
  readonly ttlMs?: number | undefined;
  /** The clock, in milliseconds since the epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Hears of a write that failed; the cache then holds in this process only. */
  readonly onWriteError?: ((error: unknown) => void) | undefined;
}

/**
 * Remembers which servers need a login, so that they are not dialled for nothing. Keys are the
 * caller's and stand in the file: they must hold no secrets.
 */
export interface AuthCache {
  /** Whether the server is known to need a login; an unreadable file knows of none. */
  needsAuth(serverKey: string): Promise<boolean>;
  /** Best effort: never rejects. */
  remember(serverKey: string): Promise<void>;
  /** For after a login. Best effort: never rejects. */
  forget(serverKey: string): Promise<void>;
}

export function createAuthCache(options: AuthCacheOptions): AuthCache {
  throw new Error(String(options));
}
