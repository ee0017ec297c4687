import {
  createGuardedFetch,
  createHelperHeaders,
  createLoginHeaders,
  createLoginTokens,
  findLogin,
  type HelperHeaders,
  hasAuthorizationHeader,
  type LoginHeaders,
  type TokenStore,
} from '@toolpool/auth';
import type { ConfiguredServer, ExpandedServer, Scope, ServerConfig } from '@toolpool/config';

/** Scopes whose entries somebody else wrote. */
const FOREIGN: ReadonlySet<Scope> = new Set<Scope>(['project', 'plugin', 'claudeai']);

/** The headers that a connection is given besides those of its entry. */
export interface ConnectionHeaders {
  readonly source: HelperHeaders | LoginHeaders | undefined;
  /** The config with what its own helper has made: that is a credential of the entry, a login is none. */
  readonly launched: () => ServerConfig;
}

/** Prepares the headers of a connection; nothing runs and nothing is renewed before their `start`. */
export async function prepareHeaders(
  server: ConfiguredServer,
  expanded: ExpandedServer,
  { env, logins }: { readonly env: NodeJS.ProcessEnv; readonly logins: TokenStore | undefined },
): Promise<ConnectionHeaders> {
  const helper = prepareHelper(server, expanded, env);
  const source = helper ?? (await prepareLogin(expanded, logins, env));
  return { source, launched: () => withHeaders(expanded.config, helper) };
}

/** What the entry of a server needs to run its `headersHelper`; `undefined` when it names none. */
function prepareHelper(
  { name, scope, directory }: ConfiguredServer,
  { config, secrets }: ExpandedServer,
  environment: NodeJS.ProcessEnv,
): HelperHeaders | undefined {
  if (!('headersHelper' in config) || !config.headersHelper) return undefined;
  const { headersHelper: command, url } = config;
  const isForeign = FOREIGN.has(scope);
  return createHelperHeaders({ name, url, isForeign, command, directory, environment, secrets });
}

/**
 * What it takes to send the login of the user that is stored for a server. None for a server with an
 * `Authorization` of its own: that one never turns into a login.
 */
async function prepareLogin(
  { config, secrets }: ExpandedServer,
  store: TokenStore | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<LoginHeaders | undefined> {
  if (store === undefined || (config.type !== 'http' && config.type !== 'sse')) return undefined;
  if (config.headersHelper || hasAuthorizationHeader(config.headers)) return undefined;
  const serverUrl = new URL(config.url);
  const key = serverUrl.username === '' ? await findLogin(store, serverUrl) : undefined;
  if (key === undefined) return undefined;
  const tokens = createLoginTokens({
    store,
    fetch: createGuardedFetch({ serverUrl, environment }),
  });
  return createLoginHeaders(tokens, key, secrets);
}

/** The config with headers that were made in place of those of the same names. */
export function withHeaders<T extends ServerConfig>(
  config: T,
  source: ConnectionHeaders['source'],
): T {
  if (source === undefined || !('headers' in config || 'headersHelper' in config)) return config;
  const headers = new Headers('headers' in config ? config.headers : {});
  for (const [name, value] of Object.entries(source.current())) headers.set(name, value);
  return { ...config, headers: Object.fromEntries(headers) };
}
