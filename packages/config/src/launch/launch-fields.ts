import type { ServerConfig } from '../schema/server-config.ts';

/** The fields of each transport that decide what is started or dialled. */
const launchFields: Readonly<Record<ServerConfig['type'], readonly string[]>> = {
  stdio: ['command', 'args', 'cwd', 'env', 'envPassthrough'],
  http: ['url', 'headers', 'headersHelper', 'oauth', 'tls', 'sseFallback'],
  sse: ['url', 'headers', 'headersHelper', 'oauth', 'tls'],
  ws: ['url', 'headers', 'headersHelper', 'tls'],
  'sse-ide': ['url', 'ideName', 'authToken'],
  'ws-ide': ['url', 'ideName', 'authToken'],
  sdk: ['name'],
  'claudeai-proxy': ['url', 'id'],
};

/** The launch fields that a config has, `type` first; an empty list or object counts as absent. */
export function launchEntries(config: ServerConfig): readonly (readonly [string, unknown])[] {
  const present = launchFields[config.type].flatMap((field) => {
    const value: unknown = Reflect.get(config, field);
    return value === undefined || isEmpty(value) ? [] : [[field, value] as const];
  });
  return [['type', config.type], ...present];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
