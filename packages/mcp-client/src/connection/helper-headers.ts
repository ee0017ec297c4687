import { createHelperHeaders, type HelperHeaders } from '@toolpool/auth';
import type { ConfiguredServer, ExpandedServer, Scope, ServerConfig } from '@toolpool/config';

/** Scopes whose entries somebody else wrote. */
const FOREIGN: ReadonlySet<Scope> = new Set<Scope>(['project', 'plugin', 'claudeai']);

/** What the entry of a server needs to run its `headersHelper`; `undefined` when it names none. */
export function prepareHelper(
  { name, scope, directory }: ConfiguredServer,
  { config, secrets }: ExpandedServer,
  environment: NodeJS.ProcessEnv,
): HelperHeaders | undefined {
  if (!('headersHelper' in config) || !config.headersHelper) return undefined;
  const { headersHelper: command, url } = config;
  const isForeign = FOREIGN.has(scope);
  return createHelperHeaders({ name, url, isForeign, command, directory, environment, secrets });
}

/** The config with the headers that its helper made in place of those of the same names. */
export function withHelperHeaders<T extends ServerConfig>(
  config: T,
  helper: HelperHeaders | undefined,
): T {
  if (helper === undefined || !('headers' in config || 'headersHelper' in config)) return config;
  const headers = new Headers('headers' in config ? config.headers : {});
  for (const [name, value] of Object.entries(helper.current())) headers.set(name, value);
  return { ...config, headers: Object.fromEntries(headers) };
}
