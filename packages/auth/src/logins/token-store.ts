import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { ensurePrivateDirectory, withFileLock } from '@toolpool/foundation/files';
import { type Keychain, systemKeychain } from '@toolpool/foundation/keychain';
import {
  loginId,
  loginPath,
  quarantine,
  readLoginFile,
  repairMode,
  writeLoginFile,
  writeStub,
} from './login-file.ts';
import { isSameKey, type LoginKey, parseLogin, type StoredLogin } from './stored-login.ts';

export interface TokenStoreOptions {
  /** A folder of its own, which becomes private (0700). */
  readonly directory: string;
  /** `'none'`: files alone. @default that of the operating system, where there is one */
  readonly keychain?: Keychain | 'none' | undefined;
  /** Hears in a sentence of a file that was put aside, or a keychain that could not be used. */
  readonly onProblem?: ((problem: string) => void) | undefined;
}

/**
 * The logins of one user, for all processes of this user: in the keychain where one can be used, else
 * in files (0600). A file that is damaged is put aside and counts as no login.
 */
export interface TokenStore {
  /** @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, or `TOOLPOOL_CONFIG_SECRET_UNAVAILABLE`
   *   while the keychain that has it is locked */
  find(key: LoginKey): Promise<StoredLogin | undefined>;
  /**
   * Changes a login while no other process does: `change` gets what is stored once the lock is held,
   * and returns the new one, `undefined` to leave it as it is, or `null` to remove it.
   *
   * @returns what is stored then
   * @throws as {@link find}, `TOOLPOOL_FILE_LOCKED`, `TOOLPOOL_FILE_WRITE_FAILED`, and whatever
   *   `change` throws; the old login is intact
   */
  update(
    key: LoginKey,
    change: (login: StoredLogin | undefined) => Promise<StoredLogin | undefined | null>,
  ): Promise<StoredLogin | undefined>;
  /** Forgets a login, also one in a keychain that is locked. Does nothing where there is none. */
  remove(key: LoginKey): Promise<void>;
  /** The logins there are, without their tokens, in the order of their resources. */
  list(): Promise<readonly Required<LoginKey>[]>;
}

const SERVICE = 'toolpool-logins';

/** Longer than a request to a token endpoint may take. */
const MAX_WAIT_MS = 30_000;

/** Opens the store over a folder; nothing is read or written before it is needed. */
export function createTokenStore(options: TokenStoreOptions): TokenStore {
  const { directory, keychain = systemKeychain, onProblem = () => undefined } = options;

  const lock = async <T>(key: LoginKey, work: (path: string) => Promise<T>): Promise<T> => {
    await ensurePrivateDirectory(directory);
    const path = loginPath(directory, loginId(key));
    return await withFileLock(path, { mode: 0o600, maxWaitMs: MAX_WAIT_MS }, work);
  };

  const readLocked = async (key: LoginKey, path: string): Promise<StoredLogin | undefined> => {
    const login = await readLogin(key, path, keychain);
    if (login !== 'corrupt') return login;
    const aside = await quarantine(path, Date.now());
    onProblem(`A stored login was damaged; it is now ${aside}, and its server needs a new login.`);
    return undefined;
  };

  const write = async (path: string, login: StoredLogin): Promise<void> => {
    if (keychain === 'none') return await writeLoginFile(path, login);
    const id = loginId(login);
    try {
      await keychain.write(SERVICE, id, JSON.stringify(login));
    } catch {
      // There is none, it is locked, or it takes no secret of this length.
      await writeLoginFile(path, login);
      await keychain.remove(SERVICE, id).catch(() => undefined);
      return;
    }
    await writeStub(path, login);
  };

  const remove = async (key: LoginKey, path: string): Promise<void> => {
    if (keychain !== 'none') await keychain.remove(SERVICE, loginId(key)).catch(() => undefined);
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  };

  return {
    async find(key) {
      const path = loginPath(directory, loginId(key));
      await repairMode(path);
      const login = await readLogin(key, path, keychain);
      return login === 'corrupt' ? await lock(key, (target) => readLocked(key, target)) : login;
    },
    update: (key, change) =>
      lock(key, async (path) => {
        const old = await readLocked(key, path);
        const login = await change(old);
        if (login === undefined) return old;
        if (login === null) await remove(key, path);
        else await write(path, login);
        return login ?? undefined;
      }),
    remove: (key) => lock(key, (path) => remove(key, path)),
    list: () => listKeys(directory),
  };
}

async function readLogin(
  key: LoginKey,
  path: string,
  keychain: Keychain | 'none',
): Promise<StoredLogin | 'corrupt' | undefined> {
  const file = await readLoginFile(path);
  if (file.kind === 'none') return undefined;
  if (file.kind === 'corrupt') return 'corrupt';
  if (file.kind === 'login') return isSameKey(file.login, key) ? file.login : 'corrupt';
  const login = parseLogin((await readKeychain(keychain, loginId(key))) ?? '');
  return login !== undefined && isSameKey(login, key) ? login : undefined;
}

async function readKeychain(keychain: Keychain | 'none', id: string): Promise<string | undefined> {
  if (keychain === 'none') return undefined;
  try {
    return await keychain.read(SERVICE, id);
  } catch (cause) {
    throw new ToolpoolError('A login is in the keychain, which cannot be used.', {
      code: 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE',
      hint: 'Unlock the keychain (on Linux a Secret Service must run), or log out and in again.',
      cause,
    });
  }
}

async function listKeys(directory: string): Promise<readonly Required<LoginKey>[]> {
  const names = await readdir(directory).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => /^[\da-f]{32}\.json$/.test(name))
      .map((name) => readLoginFile(join(directory, name)).catch(() => undefined)),
  );
  const keys = files.flatMap((file) => {
    if (file?.kind === 'keychain') return [file.key];
    if (file?.kind !== 'login') return [];
    const { resource, issuer, account } = file.login;
    return [{ resource, issuer, account }];
  });
  return keys.sort((left, right) => (textOf(left) < textOf(right) ? -1 : 1));
}

function textOf({ resource, issuer, account }: Required<LoginKey>): string {
  return [resource, issuer, account].join('\n');
}
