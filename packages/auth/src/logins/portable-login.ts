import { ToolpoolError } from '@toolpool/foundation/errors';
import { type LoginKey, parseLogin, type StoredLogin } from './stored-login.ts';
import type { TokenStore } from './token-store.ts';

const PREFIX = 'toolpool-login-1.';

/**
 * Writes a login as one line, for a secret of a CI system. It holds the tokens. A server that rotates
 * refresh tokens takes each once: use a login in one place alone.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_NEEDS_AUTH` when there is no such login
 */
export async function exportLogin(store: TokenStore, key: LoginKey): Promise<string> {
  const login = await store.find(key);
  if (login !== undefined) return PREFIX + Buffer.from(JSON.stringify(login)).toString('base64url');
  throw new ToolpoolError('There is no login to export.', {
    code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
    hint: 'Log in first.',
  });
}

/**
 * Stores a login that {@link exportLogin} wrote, in place of the one there is.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_USAGE` for any other text, and as the store does
 */
export async function importLogin(store: TokenStore, text: string): Promise<StoredLogin> {
  const line = text.trim();
  const json = line.startsWith(PREFIX) ? Buffer.from(line.slice(PREFIX.length), 'base64url') : '';
  const login = parseLogin(json.toString());
  if (login === undefined) {
    throw new ToolpoolError('This is no exported login.', {
      code: 'TOOLPOOL_USAGE',
      hint: 'Give the whole line that the export printed.',
    });
  }
  await store.update(login, async () => login);
  return login;
}
