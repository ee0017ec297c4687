import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile, updateFile, writeFileAtomic } from '@toolpool/foundation/files';
import { type Expiries, formatExpiries, parseExpiries } from './expiries.ts';

export interface AuthCacheOptions {
  /** The file that all processes of this user share. */
  readonly file: string;
  /** How long an entry lives. @default 900_000 (15 minutes) */
  readonly ttlMs?: number | undefined;
  /** The clock, in milliseconds since the epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Hears of a write that failed; what it was to say then holds in this process only. */
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

const DEFAULT_TTL_MS = 15 * 60 * 1_000;

/**
 * Opens the cache over a file (0600) that all processes of a user share; nothing is read or written
 * before it is needed. Reads that overlap share one, writes go one after the other, and what this
 * process said holds for it at once, even where the file cannot be written.
 */
export function createAuthCache(options: AuthCacheOptions): AuthCache {
  const { file, ttlMs = DEFAULT_TTL_MS, now = Date.now, onWriteError } = options;
  // An expiry that lies further ahead was written under another clock.
  const isLive = (expiry: number | undefined) =>
    expiry !== undefined && expiry > now() && expiry <= now() + ttlMs;
  /** What this process said and the file does not yet; `undefined` says that there is no entry. */
  const unsaved = new Map<string, number | undefined>();
  let reading: Promise<Expiries> | undefined;
  let writing = Promise.resolve();

  const read = (): Promise<Expiries> => {
    reading ??= readExpiries(file);
    const shared = reading;
    return shared.finally(() => {
      if (reading === shared) reading = undefined;
    });
  };
  const save = async () => {
    const changes = new Map(unsaved);
    try {
      const known = await readExpiries(file);
      if ([...changes].some(([key, expiry]) => known.get(key) !== expiry)) {
        await replaceExpiries(file, (old) => mergeExpiries(old, changes, isLive));
      }
      for (const [key, expiry] of changes) if (unsaved.get(key) === expiry) unsaved.delete(key);
    } catch (error) {
      onWriteError?.(error);
    }
    reading = undefined;
  };
  const write = (serverKey: string, expiry: number | undefined): Promise<void> => {
    unsaved.set(serverKey, expiry);
    writing = writing.then(save);
    return writing;
  };
  return {
    async needsAuth(serverKey) {
      if (unsaved.has(serverKey)) return isLive(unsaved.get(serverKey));
      return isLive((await read()).get(serverKey));
    },
    remember: (serverKey) => write(serverKey, now() + ttlMs),
    forget: (serverKey) => write(serverKey, undefined),
  };
}

async function readExpiries(file: string): Promise<Expiries> {
  try {
    return parseExpiries(await readTextFile(file));
  } catch {
    return new Map();
  }
}

async function replaceExpiries(
  file: string,
  change: (expiries: Expiries) => Expiries,
): Promise<void> {
  try {
    const changeText = (text: string | undefined) => formatExpiries(change(parseExpiries(text)));
    await updateFile(file, changeText, { mode: 0o600 });
  } catch (error) {
    if (!ToolpoolError.isInstance(error) || error.code !== 'TOOLPOOL_FILE_UNREADABLE') throw error;
    await writeFileAtomic(file, formatExpiries(change(new Map())), { mode: 0o600 });
  }
}

function mergeExpiries(
  old: Expiries,
  changes: ReadonlyMap<string, number | undefined>,
  isLive: (expiry: number | undefined) => boolean,
): Expiries {
  const merged = new Map<string, number | undefined>([...old, ...changes]);
  return new Map([...merged].filter((entry): entry is [string, number] => isLive(entry[1])));
}
