import { ToolpoolError } from '@toolpool/foundation/errors';
import { HttpTransport } from '../http/http-transport.ts';
import { createServerWording } from '../server-wording.ts';
import type { ToolpoolTransport } from '../toolpool-transport.ts';
import type { AccountProxyTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { createProxyFetch } from './create-proxy-fetch.ts';

/**
 * Creates the transport of a server behind an account proxy: streamable HTTP with the account's token.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_NEEDS_AUTH` when no account is there
 */
export function createAccountTransport(
  { url }: AccountProxyTransportConfig,
  dependencies: TransportDependencies,
): ToolpoolTransport {
  const { accountTokens: tokens, serverName } = dependencies;
  if (tokens === undefined) {
    const { subject } = createServerWording(serverName, []);
    throw new ToolpoolError(`${subject} is reached with an account, and this host has none.`, {
      code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
      hint: 'Use a host that is logged in to the account.',
      server: serverName,
    });
  }
  const sentTokens = new Set<string>();
  const wrapFetch = (inner: typeof fetch) =>
    createProxyFetch(keepTokens(inner, sentTokens), tokens);
  const extras = { wrapFetch, laterSecrets: sentTokens };
  return new HttpTransport({ type: 'http', url }, dependencies, extras);
}

/** Keeps the tokens that are sent: a server may quote them. */
function keepTokens(inner: typeof fetch, sentTokens: Set<string>): typeof fetch {
  return (input, init) => {
    const authorization = new Headers(init?.headers).get('authorization') ?? '';
    sentTokens.add(authorization.replace(/^Bearer /, ''));
    return inner(input, init);
  };
}
