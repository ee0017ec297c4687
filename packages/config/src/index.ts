export {
  approveServers,
  type DecideServersOptions,
  rejectServers,
  type ShownServer,
} from './approve/decide-servers.ts';
export {
  type Disclosure,
  findDisclosures,
} from './approve/find-disclosures.ts';
export {
  getProjectServerStatus,
  type ProjectServerStatus,
  type ProjectServerStatusOptions,
} from './approve/get-project-server-status.ts';
export { type ResetApprovalsOptions, resetApprovals } from './approve/reset-approvals.ts';
export { disableServers, enableServers, type NamedServer } from './approve/switch-servers.ts';
export type {
  ConfigSource,
  ConfiguredServer,
  ConnectGate,
  Connector,
  ConnectorDirectory,
  ConnectVerdict,
  Diagnostic,
  DiagnosticCode,
  DynamicServers,
  LaunchChange,
  LoadedServers,
  PinPolicy,
  PluginContribution,
  Scope,
  SetAsideServer,
  SetAsideStatus,
  SettingSource,
} from './contract.ts';
export {
  type DiagnoseConfigsOptions,
  diagnoseConfigs,
  toFinding,
} from './diagnose/diagnose-configs.ts';
export type { Finding } from './diagnose/finding.ts';
export { type AddServerOptions, addServer } from './edit/add-server.ts';
export { type RemoveServerOptions, removeServer } from './edit/remove-server.ts';
export type { ServerChange } from './edit/server-change.ts';
export type { EditableScope, EditServersOptions } from './edit/servers-file.ts';
export {
  type ExpandedServer,
  type ExpandServerConfigOptions,
  expandServerConfig,
} from './expand/expand-server-config.ts';
export type { Keychain } from './expand/keychain-services.ts';
export type { AskInput, InputRequest } from './expand/resolve-input.ts';
export {
  type ImportReport,
  type ImportServersOptions,
  importServers,
} from './import/import-servers.ts';
export { type ImportSource, importSources } from './import/import-source.ts';
export { describeLaunch, type LaunchField } from './launch/describe-launch.ts';
export { hashServerConfig } from './launch/hash-server-config.ts';
export { type LoadServerConfigsOptions, loadServerConfigs } from './load/load-server-configs.ts';
export { findProjectRoot } from './paths/find-project-root.ts';
export {
  type ResolvePathsOptions,
  resolvePaths,
  type ToolpoolPaths,
} from './paths/resolve-paths.ts';
export { acceptTools, forgetPin, pinFirst, readPin } from './pins/pin-tools.ts';
export type { PinnedServer, PinnedTools, PinOptions, ServerPin } from './pins/pins-file.ts';
export { type JsoncContent, readJsonc } from './read/read-jsonc.ts';
export { serverConfigJsonSchema } from './schema/json-schema.ts';
export {
  type EntryIssue,
  type ParsedEntry,
  parseServerConfig,
} from './schema/parse-server-config.ts';
export {
  type ClaudeAiProxyServerConfig,
  type HttpServerConfig,
  type SdkServerConfig,
  type ServerConfig,
  ServerConfigSchema,
  type SseIdeServerConfig,
  type SseServerConfig,
  type StdioServerConfig,
  type WsIdeServerConfig,
  type WsServerConfig,
} from './schema/server-config.ts';
export { type ConnectorEndpointOptions, connectorEndpoint } from './scopes/connector-endpoint.ts';
export type { ProjectSettings } from './settings/project-settings.ts';
export type { ServerDifference } from './watch/compare-loads.ts';
export {
  type ConfigChange,
  type ConfigListener,
  type ConfigWatch,
  watchServerConfigs,
} from './watch/watch-server-configs.ts';
