import type { ToolpoolErrorCode } from '@toolpool/foundation/errors';
import type { ServerConfig } from './schema/server-config.ts';
import type { ProjectSettings } from './settings/project-settings.ts';

/** Where an entry comes from, highest precedence first. */
export type Scope =
  | 'enterprise'
  | 'managed'
  | 'dynamic'
  | 'local'
  | 'project'
  | 'user'
  | 'plugin'
  | 'claudeai';

/** Who may grant approvals and settings. Servers of every scope load whatever is named here. */
export type SettingSource = 'user' | 'project' | 'local';

export interface ConfigSource {
  /** What a list shows: the path of the file, or what else the entry came from. */
  readonly label: string;
  readonly file?: string;
  /** Of the entry's name; both count from 1, columns in UTF-16 units. */
  readonly line?: number;
  readonly column?: number;
}

/** A server that may run. */
export interface ConfiguredServer {
  readonly name: string;
  readonly scope: Scope;
  readonly source: ConfigSource;
  /** Relative `cwd`, command and TLS paths resolve against this folder. */
  readonly directory: string;
  /** Working directory of a server that names none. */
  readonly workingDirectory: string;
  /** As written: nothing in it is expanded. */
  readonly config: ServerConfig;
  /** Of {@link hashServerConfig}. */
  readonly hash: string;
  /** Values of placeholders that only this entry may use; set for servers of plugins. */
  readonly variables?: Readonly<Record<string, string>>;
}

export type SetAsideStatus =
  | 'pending-approval'
  | 'rejected'
  | 'blocked'
  | 'disabled'
  | 'shadowed'
  | 'suppressed'
  | 'invalid'
  | 'misconfigured'
  | 'not-configured';

/** One field that differs from what was approved. Literal secrets in it are replaced by `***`. */
export interface LaunchChange {
  readonly field: string;
  /** What was approved; absent when the field is new. */
  readonly from?: string;
  /** What the entry says; absent when the field is gone. */
  readonly to?: string;
}

/** An entry that does not run, and why. */
export interface SetAsideServer {
  readonly name: string;
  readonly scope: Scope;
  readonly source: ConfigSource;
  readonly status: SetAsideStatus;
  readonly reason: string;
  /** What a caller that needs this server reports; absent where that is no failure. */
  readonly code?: ToolpoolErrorCode;
  /** Absent when the entry is invalid. */
  readonly config?: ServerConfig;
  /** The entry as written. */
  readonly entry?: unknown;
  /** How a pending entry differs from what was approved under its name. */
  readonly changes?: readonly LaunchChange[];
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly server?: string;
  /** Path of the field inside the entry, such as `env.TOKEN` or `args[1]`. */
  readonly field?: string;
  /** What to do about it, where that is more than its code tells. */
  readonly hint?: string;
}

export type DiagnosticCode =
  | ToolpoolErrorCode
  | 'TOOLPOOL_CONFIG_KEY_UNKNOWN'
  | 'TOOLPOOL_CONFIG_KEY_DUPLICATE'
  | 'TOOLPOOL_CONFIG_WHITESPACE'
  | 'TOOLPOOL_CONFIG_SKIP_IGNORED'
  | 'TOOLPOOL_SETTINGS_KEY_REFUSED'
  | 'TOOLPOOL_SETTINGS_NOT_RUN'
  | 'TOOLPOOL_IMPORT_ENTRY_SKIPPED'
  | 'TOOLPOOL_IMPORT_FIELD_LOST'
  | 'TOOLPOOL_IMPORT_CLASH';

export type ConnectVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly status: SetAsideStatus;
      readonly reason: string;
      readonly code: ToolpoolErrorCode;
    };

/**
 * Decides whether a server may be started or dialled now. Reads approvals anew on each call, and is
 * the one gate that every start, dial and reconnect passes.
 */
export type ConnectGate = (server: ConfiguredServer) => Promise<ConnectVerdict>;

/**
 * What happens when a server's tools are not those that were pinned: `warn` tells and drops what was
 * allowed for the changed ones, `block` also keeps these out of the pool, `off` pins nothing.
 */
export type PinPolicy = 'warn' | 'block' | 'off';

export interface LoadedServers {
  /** Real path of the project. */
  readonly projectRoot: string;
  /** What may run, in the order of names. */
  readonly servers: readonly ConfiguredServer[];
  /** Every entry that does not run, in the order of names. */
  readonly setAside: readonly SetAsideServer[];
  readonly diagnostics: readonly Diagnostic[];
  /** Permission rules of the project's own settings; they only restrict. */
  readonly projectPermissions: ProjectSettings['permissions'];
  /** Of the user's own settings. */
  readonly pinPolicy: PinPolicy;
  readonly mayConnect: ConnectGate;
}

/** Servers that one plugin contributes; they become `plugin:<plugin>:<name>`. */
export interface PluginContribution {
  readonly plugin: string;
  /** The plugin's folder: relative paths of its entries resolve against it. */
  readonly root: string;
  /** The file that the entries come from. */
  readonly file: string;
  /** By the name that the server has inside the plugin. */
  readonly entries: Readonly<Record<string, unknown>>;
  /** Placeholder values by name, such as `TOOLPOOL_PLUGIN_ROOT` and `user_config.region`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Entries of the `dynamic` scope that a program built instead of reading them. */
export interface DynamicServers {
  /** What lists show as their source. */
  readonly label: string;
  readonly entries: Readonly<Record<string, unknown>>;
}

/** One connector of an account, as its directory lists it. */
export interface Connector {
  readonly name: string;
  readonly url: string;
  /** By which the account's proxy knows it. */
  readonly id: string;
}

/** Where the connectors of an account are listed. */
export interface ConnectorDirectory {
  /** What lists show as their source. */
  readonly label: string;
  /** Is given up after 10 s; what it rejects with is not shown, since it may hold credentials. */
  readonly list: (signal: AbortSignal) => Promise<readonly Connector[]>;
}
