import { isRecord } from '@toolpool/foundation/values';
import {
  as,
  type Draft,
  dropped,
  eachOf,
  enabled,
  into,
  scopes,
  secondsAs,
  type TakeField,
} from './draft.ts';
import type { ImportSource } from './import-source.ts';

type Rules = Readonly<Record<string, TakeField>>;

/** What most hosts call by the names that we use. */
const common: Rules = Object.fromEntries(
  ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers', 'timeout', 'disabled'].map((name) => [
    name,
    as(name),
  ]),
);

const oauthIds: Rules = {
  clientId: into('oauth', 'clientId'),
  clientSecret: into('oauth', 'clientSecret'),
  client_id: into('oauth', 'clientId'),
  client_secret: into('oauth', 'clientSecret'),
  CLIENT_ID: into('oauth', 'clientId'),
  CLIENT_SECRET: into('oauth', 'clientSecret'),
  callbackPort: into('oauth', 'callbackPort'),
  authServerMetadataUrl: into('oauth', 'authServerMetadataUrl'),
  scopes,
  scope: scopes,
};

/** Adds a header whose value is a variable. */
function addHeader(draft: Draft, name: string, value: string): void {
  into('headers', name)(value, draft);
}

const environmentHeaders: TakeField = (value, draft) => {
  if (!isRecord(value)) return false;
  for (const [header, name] of Object.entries(value)) addHeader(draft, header, `\${${name}}`);
  return true;
};

const bearerToken: TakeField = (value, draft) => {
  if (typeof value !== 'string') return false;
  addHeader(draft, 'Authorization', `Bearer \${${value}}`);
  return true;
};

const headers: TakeField = (value, { entry }) => {
  entry.headers = { ...Object(value), ...Object(entry.headers) };
  return isRecord(value);
};

/** Names, or objects with a `name`. */
const passthrough: TakeField = (value, { entry }) => {
  if (!Array.isArray(value)) return false;
  entry.envPassthrough = value.map((item: unknown) => (isRecord(item) ? item.name : item));
  return true;
};

const commandLine: TakeField = (value, { entry }) => {
  if (!Array.isArray(value)) return false;
  const [command, ...args] = value;
  Object.assign(entry, { command, args });
  return true;
};

/** `local` and `remote`: our type follows from `command` and `url`. */
const localOrRemote: TakeField = (value) => value === 'local' || value === 'remote';

const opencodeTimeout: TakeField = (value, draft) =>
  isRecord(value)
    ? eachOf('timeout', { startup: as('connectTimeout'), request: as('timeout') })(value, draft)
    : as('timeout')(value, draft);

/** It tries SSE where `http` fails, as we do for an entry without a type. */
const httpOrSse: TakeField = (value, draft) => value === 'http' || as('type')(value, draft);

const httpUrl: TakeField = (value, { entry }) => {
  Object.assign(entry, { type: 'http', url: value });
  return true;
};

const codex: Rules = {
  command: as('command'),
  args: as('args'),
  env: as('env'),
  cwd: as('cwd'),
  url: as('url'),
  required: as('required'),
  enabled,
  env_vars: passthrough,
  http_headers: headers,
  env_http_headers: environmentHeaders,
  bearer_token_env_var: bearerToken,
  startup_timeout_sec: secondsAs('connectTimeout'),
  startup_timeout_ms: as('connectTimeout'),
  tool_timeout_sec: secondsAs('timeout'),
  enabled_tools: into('tools', 'include'),
  disabled_tools: into('tools', 'exclude'),
  scopes,
  oauth: eachOf('oauth', oauthIds),
};

const opencode: Rules = {
  type: localOrRemote,
  command: commandLine,
  environment: as('env'),
  cwd: as('cwd'),
  url: as('url'),
  headers: as('headers'),
  enabled,
  disabled: as('disabled'),
  timeout: opencodeTimeout,
  oauth: eachOf('oauth', oauthIds),
};

/** How the fields of each host's entries are taken over; a field without a rule is lost. */
export const hostFields: Readonly<Record<ImportSource, Rules>> = {
  'claude-code': {
    ...common,
    headersHelper: as('headersHelper'),
    oauth: as('oauth'),
    alwaysLoad: as('alwaysLoad'),
  },
  'claude-desktop': common,
  cursor: { ...common, auth: eachOf('auth', oauthIds), oauth: eachOf('oauth', oauthIds) },
  vscode: {
    ...common,
    type: httpOrSse,
    oauth: eachOf('oauth', oauthIds),
    gallery: dropped,
    version: dropped,
  },
  codex,
  windsurf: {
    ...common,
    serverUrl: as('url'),
    disabledTools: into('tools', 'exclude'),
  },
  gemini: {
    ...common,
    httpUrl,
    description: dropped,
    includeTools: into('tools', 'include'),
    excludeTools: into('tools', 'exclude'),
    oauth: eachOf('oauth', { ...oauthIds, enabled: dropped }),
  },
  opencode,
};
