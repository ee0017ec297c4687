import { ToolpoolError } from '@toolpool/foundation/errors';
import { systemKeychain } from '@toolpool/foundation/keychain';
import { findLaunchSecrets } from '@toolpool/foundation/text';
import type { ConfiguredServer } from '../contract.ts';
import { hashValue } from '../launch/hash-server-config.ts';
import { launchEntries } from '../launch/launch-fields.ts';
import { formatField, mapLaunchText } from '../launch/launch-text.ts';
import { checkUrl } from '../schema/entry-url.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import type { Keychain } from './keychain-services.ts';
import type { AskInput } from './resolve-input.ts';
import { resolveLaunchPaths } from './resolve-launch-paths.ts';
import { type ResolvedReference, resolveReference } from './resolve-reference.ts';
import { parseTemplate, type Reference, referencesOf } from './template.ts';

export interface ExpandedServer {
  /** With values filled in and every path absolute. */
  readonly config: ServerConfig;
  /** The values filled in and passed through, and what the entry itself says that is secret by its place; for masking. */
  readonly secrets: readonly string[];
  /** SHA-256 of what the values made of the launch; changes when one of them does. */
  readonly digest: string;
}

export interface ExpandServerConfigOptions {
  readonly env: NodeJS.ProcessEnv;
  /** @default that of the operating system */
  readonly keychain?: Keychain;
  /** Asks for the value of an `${input:id}` that the keychain does not have. @default nobody is asked */
  readonly ask?: AskInput | undefined;
}

/** Shorter values are parts of ordinary words: masking them would garble every message. */
const MIN_SECRET_LENGTH = 4;

/**
 * Fills in the values of a server's references, once, right before it is started or dialled.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_VARIABLE_MISSING`, `TOOLPOOL_CONFIG_REFERENCE_INVALID`,
 *   `TOOLPOOL_CONFIG_SECRET_UNAVAILABLE`; `TOOLPOOL_CONFIG_INVALID` for a value that makes no URL or
 *   command; `TOOLPOOL_SERVER_NOT_CONFIGURED` for a URL that is empty
 */
export async function expandServerConfig(
  server: ConfiguredServer,
  options: ExpandServerConfigOptions,
): Promise<ExpandedServer> {
  const { env } = options;
  const values = await resolveAll(server, options);
  const expanded = mapLaunchText(server.config, (text) => fillIn(text, values));
  assertUsable(expanded, server.name);
  const config = resolveLaunchPaths(expanded, server);
  const passed = passedThrough(config, env);
  const secrets = [...values.values()].flatMap(({ value, secret }) => (secret ? [value] : []));
  return {
    config,
    secrets: [
      ...new Set([...secrets, ...Object.values(passed), ...findLaunchSecrets(config)]),
    ].filter((secret) => secret.length >= MIN_SECRET_LENGTH),
    digest: hashValue({ launch: Object.fromEntries(launchEntries(config)), passed }),
  };
}

type Values = ReadonlyMap<string, ResolvedReference>;

/** Resolves every reference of a config, each once. */
async function resolveAll(
  server: ConfiguredServer,
  { env, keychain = systemKeychain, ask }: ExpandServerConfigOptions,
): Promise<Values> {
  const { name, scope, source, directory, variables, config } = server;
  const common = { env, variables, directory, server: name, scope, source, keychain, ask };
  const pending = new Map<string, () => Promise<ResolvedReference>>();
  mapLaunchText(config, (text, path) => {
    const field = formatField(path);
    for (const reference of referencesOf(text)) {
      const key = keyOf(reference);
      if (!pending.has(key)) {
        pending.set(key, () => resolveReference(reference, { ...common, field }));
      }
    }
    return text;
  });
  const values = new Map<string, ResolvedReference>();
  for (const [key, resolve] of pending) values.set(key, await resolve());
  return values;
}

function keyOf(reference: Reference): string {
  return JSON.stringify(reference);
}

function fillIn(text: string, values: Values): string {
  const parts = parseTemplate(text).parts ?? [];
  return parts
    .map((part) => (typeof part === 'string' ? part : (values.get(keyOf(part))?.value ?? '')))
    .join('');
}

/** What the schema could not check while references stood for the values. */
function assertUsable(config: ServerConfig, server: string): void {
  if ('url' in config) {
    if (config.url === '') throw notConfigured(server);
    const problem = checkUrl(config.url, config.type);
    if (problem !== undefined) throw unusable(`The expanded "url" ${problem}`, server);
  }
  if (config.type === 'stdio' && config.command === '') {
    throw unusable('The expanded "command" is empty.', server);
  }
}

function notConfigured(server: string): ToolpoolError {
  const code = 'TOOLPOOL_SERVER_NOT_CONFIGURED';
  return new ToolpoolError('The "url" is empty once expanded.', { code, server });
}

function unusable(message: string, server: string): ToolpoolError {
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_CONFIG_INVALID',
    hint: 'Check the variables that it refers to.',
    server,
  });
}

/** Values of the host's environment that a stdio server is given by name. */
function passedThrough(config: ServerConfig, env: NodeJS.ProcessEnv): Record<string, string> {
  const names = config.type === 'stdio' ? (config.envPassthrough ?? []) : [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
