import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { TokenSource } from './account/create-proxy-fetch.ts';

/** A server object in this process; the SDK's `McpServer` and `Server` are such. */
export interface InProcessServer {
  connect(transport: Transport): Promise<void>;
  close(): Promise<void>;
}

/** How long a stdio server gets at each step of its end. Milliseconds. */
export interface StdioShutdown {
  /** From the end of its input to SIGINT. @default 300 */
  readonly inputMs?: number;
  /** From SIGINT to SIGTERM. @default 500 */
  readonly interruptMs?: number;
  /** From SIGTERM to SIGKILL. @default 1000 */
  readonly terminateMs?: number;
}

export interface StdioOptions {
  /** What may wait for a server that does not read its input. @default 16 MiB */
  readonly maxPendingBytes?: number;
  readonly shutdown?: StdioShutdown;
}

/** Headers that change while a connection lasts. */
export interface HeaderSource {
  /** They override those of the config. */
  current(): Readonly<Record<string, string>>;
  /**
   * Makes them anew after a server has refused them with 401 or 403; when it rejects, so does the
   * request.
   *
   * @returns whether there are other ones now, with which the request is sent once more
   */
  renew(refused: Readonly<Record<string, string>>, status: number): Promise<boolean>;
  /** Values of them that no message may hold. */
  readonly secrets: ReadonlySet<string>;
}

/** What a transport needs besides its config; everything may be left out. */
export interface TransportDependencies {
  /** Name of the server in messages. */
  readonly serverName?: string;
  /** What messages show for the expanded values of the config. */
  readonly display?: { readonly command?: string; readonly url?: string };
  /** Values that no message may hold. */
  readonly secrets?: readonly string[];
  /**
   * Sends the HTTP requests in place of this package's own `fetch`, which knows proxies, certificates
   * and how many sockets one server may take.
   */
  readonly fetch?: typeof fetch;
  /** Further headers of HTTP requests to the origin of the server. */
  readonly headerSource?: HeaderSource;
  /** The account whose token a `claudeai-proxy` server is sent. */
  readonly accountTokens?: TokenSource;
  readonly inProcessServer?: (
    name: string,
  ) => InProcessServer | Promise<InProcessServer | undefined> | undefined;
  /**
   * Where allow-listed and passed-through variables come from, and those that name a proxy.
   * @default process.env
   */
  readonly environment?: NodeJS.ProcessEnv;
  /** The longest message, decoded; of a longer one, the call it answers fails. @default 128 MiB */
  readonly maxMessageBytes?: number;
  readonly stdio?: StdioOptions;
  /** A WebSocket on which nothing has come for so long, twice, is gone. @default 15_000 */
  readonly pingIntervalMs?: number;
  /** The limit to the first byte of an HTTP answer. @default 60_000 */
  readonly requestTimeoutMs?: number;
  /** The same for `tools/call`, should it be longer: the idle limit of a call. 0: none. @default 300_000 */
  readonly callTimeoutMs?: number;
}
