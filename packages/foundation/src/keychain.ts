import { ToolpoolError } from './errors.ts';

/** Where secrets of this user are kept. Every method rejects when it cannot be used at all. */
export interface Keychain {
  readonly read: (service: string, account: string) => Promise<string | undefined>;
  readonly write: (service: string, account: string, secret: string) => Promise<void>;
  /** Does nothing where there is no such secret. */
  readonly remove: (service: string, account: string) => Promise<void>;
}

// Without a Secret Service the library would use the kernel's keyring, which is gone at the next boot.
const options = { linux: { store: 'secret-service' } } as const;

/**
 * The keychain of the operating system: macOS Keychain, Windows Credential Manager, or the Secret
 * Service on Linux. The optional package `@napi-rs/keyring` is loaded at the first use.
 */
export const systemKeychain: Keychain = {
  read: async (service, account) => {
    const { AsyncEntry } = await loadKeyring();
    return (await new AsyncEntry(service, account, options).getPassword()) ?? undefined;
  },
  write: async (service, account, secret) => {
    const { AsyncEntry } = await loadKeyring();
    await new AsyncEntry(service, account, options).setPassword(secret);
  },
  remove: async (service, account) => {
    const { AsyncEntry } = await loadKeyring();
    await new AsyncEntry(service, account, options).deletePassword();
  },
};

async function loadKeyring(): Promise<typeof import('@napi-rs/keyring')> {
  try {
    return await import('@napi-rs/keyring');
  } catch (cause) {
    // Not installed, or installed without the binary of this platform.
    throw new ToolpoolError('The optional package @napi-rs/keyring is not there.', {
      code: 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE',
      hint: 'Install @napi-rs/keyring.',
      cause,
    });
  }
}
