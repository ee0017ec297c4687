import { createHash } from 'node:crypto';
import { chmod, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { readTextFile, writeFileAtomic } from '@toolpool/foundation/files';
import { canonicalJson, isRecord } from '@toolpool/foundation/values';
import { DEFAULT_ACCOUNT, type LoginKey, parseLogin, type StoredLogin } from './stored-login.ts';

/** What the file of a login holds: the login, or word that the keychain has it; `corrupt`: neither. */
export type LoginFile =
  | { readonly kind: 'login'; readonly login: StoredLogin }
  | { readonly kind: 'keychain'; readonly key: Required<LoginKey> }
  | { readonly kind: 'corrupt' }
  | { readonly kind: 'none' };

/** Names the login without saying what it is for. */
export function loginId({ resource, issuer, account = DEFAULT_ACCOUNT }: LoginKey): string {
  const text = canonicalJson([resource, issuer, account]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export function loginPath(directory: string, id: string): string {
  return join(directory, `${id}.json`);
}

/** @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE` for what may be readable later */
export async function readLoginFile(path: string): Promise<LoginFile> {
  const text = await readText(path);
  if (text === undefined) return { kind: 'none' };
  const login = text === null ? undefined : parseLogin(text);
  if (login !== undefined)
    return text?.includes(checksumOf(login)) ? { kind: 'login', login } : { kind: 'corrupt' };
  const key = text === null ? undefined : parseStub(text);
  return key === undefined ? { kind: 'corrupt' } : { kind: 'keychain', key };
}

/** `null`: there is a file, and it is no text. */
async function readText(path: string): Promise<string | null | undefined> {
  try {
    return await readTextFile(path, 1024 * 1024);
  } catch (error) {
    // Without a cause it is what the file is; with one, what the system said.
    if (ToolpoolError.isInstance(error) && error.cause === undefined) return null;
    throw error;
  }
}

function parseStub(text: string): Required<LoginKey> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value.keptIn !== 'keychain') return undefined;
    const { resource, issuer, account } = value;
    const isKey = [resource, issuer, account].every((each) => typeof each === 'string');
    return isKey ? ({ resource, issuer, account } as Required<LoginKey>) : undefined;
  } catch {
    return undefined;
  }
}

export async function writeLoginFile(path: string, login: StoredLogin): Promise<void> {
  await writePrivate(path, { ...login, checksum: checksumOf(login) });
}

/** Shows a damaged token, which nothing else does before a server revokes the login for it. */
function checksumOf(login: StoredLogin): string {
  return createHash('sha256').update(canonicalJson(login)).digest('hex');
}

/** Says in the file that the keychain has the login; without it nobody would find the login. */
export async function writeStub(path: string, login: StoredLogin): Promise<void> {
  const { resource, issuer, account } = login;
  await writePrivate(path, { keptIn: 'keychain', resource, issuer, account });
}

async function writePrivate(path: string, value: object): Promise<void> {
  await repairMode(path);
  await writeFileAtomic(path, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
}

/** Takes the permissions of others from a file: one that was copied here may be wide open. */
export async function repairMode(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || process.platform === 'win32') return;
  if ((stats.mode & 0o077) !== 0) await chmod(path, 0o600);
}

/** Puts a file aside that nobody can read. @returns where it is now */
export async function quarantine(path: string, now: number): Promise<string> {
  const aside = `${path}.corrupt-${now}`;
  await rename(path, aside);
  return aside;
}
