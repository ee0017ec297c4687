export { createProxyFetch, type TokenSource } from './account/create-proxy-fetch.ts';
export { createTransport } from './create-transport.ts';
export { wrapFetchWithTimeout } from './http/wrap-fetch-with-timeout.ts';
export { createLinkedTransportPair } from './linked-transport-pair.ts';
export { isTlsErrno } from './network/is-tls-errno.ts';
export { killAllStdioProcesses } from './stdio/live-process-groups.ts';
export { StdioTransport } from './stdio/stdio-transport.ts';
export { wasTidied } from './tidy-message.ts';
export type { ToolpoolTransport, TransportDiagnostics } from './toolpool-transport.ts';
export type {
  AccountProxyTransportConfig,
  HttpTransportConfig,
  IdeTransportConfig,
  SdkTransportConfig,
  SseTransportConfig,
  StdioTransportConfig,
  TlsFiles,
  TransportConfig,
  WebSocketTransportConfig,
} from './transport-config.ts';
export type {
  HeaderSource,
  InProcessServer,
  StdioOptions,
  StdioShutdown,
  TransportDependencies,
} from './transport-dependencies.ts';
