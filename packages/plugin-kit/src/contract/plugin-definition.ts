import type { InProcessServer } from './in-process-server.ts';

/** A value that a user gave for one of a plugin's options. */
export type UserConfigValue = string | number | boolean;

/** Values by option. */
export type UserConfigValues = Readonly<Record<string, UserConfigValue>>;

/** One option that a plugin asks its user for; placeholders name it as `${user_config.<key>}`. */
export interface UserConfigOption {
  readonly type: 'string' | 'number' | 'boolean' | 'file' | 'directory';
  readonly title: string;
  readonly description?: string;
  /** Servers that use it do not start while it has no value. @default false */
  readonly required?: boolean;
  readonly default?: UserConfigValue;
  /** Tells whoever asks for the value that it is a secret. What placeholders fill in is masked in messages in any case. @default false */
  readonly sensitive?: boolean;
}

/** An entry as in `.mcp.json`; `{ type: 'sdk' }` stands for a server that `createServers` makes. */
export interface PluginServerEntry {
  readonly type?: string;
  readonly [field: string]: unknown;
}

/** Entries by server name. */
export type PluginServers = Readonly<Record<string, PluginServerEntry>>;

/** What a plugin may know when it makes its in-process servers. */
export interface PluginContext {
  /** The plugin's own folder. */
  readonly pluginRoot: string;
  /** A folder for what the plugin wants to keep; create it before writing. */
  readonly dataDirectory: string;
  readonly projectRoot: string;
  /** The user's values by option, defaults filled in. */
  readonly userConfig: UserConfigValues;
}

/** Names of the entries that run in the host's process. */
export type InProcessServerName<Servers extends PluginServers> = {
  [Name in keyof Servers & string]: Servers[Name] extends { readonly type: 'sdk' } ? Name : never;
}[keyof Servers & string];

/** What a plugin module default-exports: plain data, and one function that makes servers. */
export interface PluginDefinition<Servers extends PluginServers = PluginServers> {
  readonly apiVersion: 1;
  /** Letters, digits, `.`, `_` and `-`; its servers register as `plugin:<name>:<server>`. */
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly mcpServers?: Servers;
  /** Makes the servers of every entry of type `sdk`; called once, when the first is needed. */
  readonly createServers?: (
    context: PluginContext,
  ) => InProcessServers<Servers> | Promise<InProcessServers<Servers>>;
  readonly userConfig?: Readonly<Record<string, UserConfigOption>>;
}

type InProcessServers<Servers extends PluginServers> = Readonly<
  Record<InProcessServerName<Servers>, InProcessServer>
>;
