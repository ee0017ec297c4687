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

/** Paths of PEM files. */
export interface TlsFiles {
  /** Authorities to trust besides those that Node trusts. */
  readonly ca?: string | undefined;
  /** The certificate of this client, and its key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** A server behind streamable HTTP (MCP 2025-03-26 and later). */
export interface HttpTransportConfig {
  readonly type: 'http';
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tls?: TlsFiles | undefined;
  /** Whether a first request answered 400, 404 or 405 is tried again as HTTP+SSE (MCP 2024-11-05). */
  readonly sseFallback?: boolean | undefined;
}

/** A server behind HTTP+SSE (MCP 2024-11-05). */
export interface SseTransportConfig {
  readonly type: 'sse';
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tls?: TlsFiles | undefined;
}

/** A server behind a WebSocket, sub-protocol `mcp`. */
export interface WebSocketTransportConfig {
  readonly type: 'ws';
  /** `ws:` or `wss:`. */
  readonly url: string;
  /** Sent with the handshake. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tls?: TlsFiles | undefined;
}

/** A server inside an IDE, over HTTP+SSE or a WebSocket. */
export interface IdeTransportConfig {
  readonly type: 'sse-ide' | 'ws-ide';
  readonly url: string;
  readonly ideName: string;
  /** What the IDE wrote into its lock file; sent as `X-Claude-Code-Ide-Authorization`. */
  readonly authToken?: string | undefined;
}

/** A server behind an account proxy, reached with the token of the account. */
export interface AccountProxyTransportConfig {
  readonly type: 'claudeai-proxy';
  readonly url: string;
  /** Name of the server at the proxy. */
  readonly id: string;
}

/** A server object inside this process, found by name. */
export interface SdkTransportConfig {
  readonly type: 'sdk';
  readonly name: string;
}

/** How to reach one server: plain data, every value expanded. */
export type TransportConfig =
  | AccountProxyTransportConfig
  | HttpTransportConfig
  | IdeTransportConfig
  | SdkTransportConfig
  | SseTransportConfig
  | StdioTransportConfig
  | WebSocketTransportConfig;
