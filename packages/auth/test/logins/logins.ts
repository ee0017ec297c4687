import type { Keychain } from '@toolpool/foundation/keychain';
import type { StoredLogin } from '../../src/index.ts';

/** A login to a server that nobody dials. */
export function login(more: Partial<StoredLogin> = {}): StoredLogin {
  return {
    resource: 'https://mcp.example/mcp',
    issuer: 'https://auth.example',
    account: 'default',
    clientId: 'client',
    tokenEndpoint: 'https://auth.example/token',
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    obtainedAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    ...more,
  };
}

/** A keychain in memory, which `isLocked` makes useless. */
export function memoryKeychain(): Keychain & {
  readonly entries: Map<string, string>;
  isLocked: boolean;
} {
  const entries = new Map<string, string>();
  const use = <T>(work: () => T) => {
    if (keychain.isLocked) throw new Error('locked');
    return work();
  };
  const keychain = {
    entries,
    isLocked: false,
    read: async (service: string, account: string) =>
      use(() => entries.get(`${service}/${account}`)),
    write: async (service: string, account: string, secret: string) =>
      use(() => void entries.set(`${service}/${account}`, secret)),
    remove: async (service: string, account: string) =>
      use(() => void entries.delete(`${service}/${account}`)),
  };
  return keychain;
}
