export { type CallToolOptions, callTool } from './call/call-tool.ts';
export {
  type CloseOnExitOptions,
  closeAllConnections,
  closeOnExit,
} from './connection/cleanup-registry.ts';
export { clearServerCache, connectToServer } from './connection/connect-to-server.ts';
export type {
  ConnectedServer,
  DisabledServer,
  FailedServer,
  MCPServerConnection,
  NeedsAuthServer,
  PendingServer,
  SettledConnection,
} from './connection/connection.ts';
export type { ConnectOptions } from './connection/connection-cache.ts';
export type { DiscoverOptions } from './discovery/discover-options.ts';
export {
  type Command,
  type CommandArgument,
  type CommandList,
  discoverPrompts,
} from './discovery/discover-prompts.ts';
export {
  discoverResources,
  discoverResourceTemplates,
  type Resource,
  type ResourceList,
  type ResourceTemplate,
  type ResourceTemplateList,
} from './discovery/discover-resources.ts';
export { discoverTools } from './discovery/discover-tools.ts';
export { prefetch } from './discovery/prefetch.ts';
export { callTools, type ToolCall } from './host/call-tools.ts';
export type { Completion, CompletionArgument, CompletionReference } from './host/complete.ts';
export { connectionError } from './host/connection-error.ts';
export { createHost } from './host/create-host.ts';
export type { DefinitionPins, PinVerdict } from './host/definition-pins.ts';
export {
  type ClientsState,
  excludeStalePluginClients,
} from './host/exclude-stale-plugin-clients.ts';
export type { HostState } from './host/export-state.ts';
export type { PromptMessage, PromptMessages } from './host/get-prompt.ts';
export type {
  CallOptions,
  CallOrigin,
  CallResult,
  Host,
  HostOptions,
  HostView,
  InProcessServerSource,
  PermissionRequest,
  RawCallResult,
  ReadyOptions,
  ReloadOptions,
  ResourceSubscription,
  ServerReport,
  ViewOptions,
} from './host/host.ts';
export type { HostEventName, HostEvents } from './host/host-events.ts';
export type { ReconnectOptions } from './host/lifecycle/reconnect-policy.ts';
export type { ListName } from './host/server-lists.ts';
export { type RunningCall, startCall } from './host/start-call.ts';
export type { Leniencies, LeniencyKind, Tolerate } from './reading/leniencies.ts';
export type { ToolList } from './reading/read-tools.ts';
export type { ClientInfo } from './session/open-session.ts';
export type {
  NotificationHandler,
  Progress,
  RequestHandler,
  RequestOptions,
  ServerCapabilities,
  ServerInfo,
  Session,
} from './session/session.ts';
export type { DebugEntry, SpanLike, Telemetry, TracerLike } from './session/telemetry.ts';
