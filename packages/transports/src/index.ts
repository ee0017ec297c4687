export { createTransport } from './create-transport.ts';
export { wrapFetchWithTimeout } from './http/wrap-fetch-with-timeout.ts';
export { createLinkedTransportPair } from './linked-transport-pair.ts';
export { killAllStdioProcesses } from './stdio/live-process-groups.ts';
export { StdioTransport } from './stdio/stdio-transport.ts';
export type { ToolpoolTransport, TransportDiagnostics } from './toolpool-transport.ts';
export type {
  HttpTransportConfig,
  SdkTransportConfig,
  SseTransportConfig,
  StdioTransportConfig,
  TransportConfig,
  UnsupportedTransportConfig,
} from './transport-config.ts';
export type {
  InProcessServer,
  StdioOptions,
  StdioShutdown,
  TransportDependencies,
} from './transport-dependencies.ts';
