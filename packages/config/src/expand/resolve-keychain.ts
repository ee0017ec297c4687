import { ToolpoolError } from '@toolpool/foundation/errors';
import { SECRETS_SERVICE } from './keychain-services.ts';
import type { ResolveContext } from './resolve-reference.ts';
import { secretError } from './secret-error.ts';

/** @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_SECRET_UNAVAILABLE` */
export async function resolveKeychain(name: string, context: ResolveContext): Promise<string> {
  const { keychain, server, field } = context;
  const value = await keychain.read(SECRETS_SERVICE, name).catch((cause: unknown) => {
    throw keychainUnusable(context, cause);
  });
  if (value !== undefined) return value;
  const quoted = JSON.stringify(name);
  throw secretError(`The keychain has no secret ${quoted}, to which "${field}" refers.`, {
    hint: `Store it there with the service "${SECRETS_SERVICE}" and the account ${quoted}.`,
    server,
  });
}

/** Why a keychain gives nothing: its package is optional, and a Linux without a desktop may have none. */
export function keychainUnusable(
  { server, field }: Pick<ResolveContext, 'server' | 'field'>,
  cause: unknown,
): ToolpoolError {
  return secretError(`The keychain cannot be used, and "${field}" refers to it.`, {
    hint: ToolpoolError.isInstance(cause)
      ? 'Install the optional package @napi-rs/keyring, or use ${file:path} or a variable instead.'
      : 'Unlock the keychain (on Linux a Secret Service must run), or use ${file:path} or a variable instead.',
    server,
    cause,
  });
}
