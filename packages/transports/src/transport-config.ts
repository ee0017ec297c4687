/** A server that runs as a child process and speaks over its standard input and output. */
export interface StdioTransportConfig {
  readonly type: 'stdio';
  /** A program, found on the child's `PATH` or relative to `cwd`. No shell reads it. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Variables the child gets besides the allow-listed ones of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Absolute path of the child's folder. @default the folder of this process */
  readonly cwd?: string | undefined;
  /** Names of further variables of this process to hand on. */
  readonly envPassthrough?: readonly string[] | undefined;
}

/** A server behind streamable HTTP (MCP 2025-03-26 and later). */
export interface HttpTransportConfig {
  readonly type: 'http';
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a first request answered 400, 404 or 405 is tried again as HTTP+SSE (MCP 2024-11-05). */
  readonly sseFallback?: boolean | undefined;
}

/** A server behind HTTP+SSE (MCP 2024-11-05). */
export interface SseTransportConfig {
  readonly type: 'sse';
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A server object inside this process, found by name. */
export interface SdkTransportConfig {
  readonly type: 'sdk';
  readonly name: string;
}

/** A type that a config may name and `createTransport` refuses. */
export interface UnsupportedTransportConfig {
  readonly type: 'claudeai-proxy' | 'sse-ide' | 'ws' | 'ws-ide';
}

/** How to reach one server: plain data, every value expanded. */
export type TransportConfig =
  | HttpTransportConfig
  | SdkTransportConfig
  | SseTransportConfig
  | StdioTransportConfig
  | UnsupportedTransportConfig;
