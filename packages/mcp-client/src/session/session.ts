import type { ToolpoolError } from '@toolpool/foundation/errors';
import type { Leniencies, Tolerate } from '../reading/leniencies.ts';

/** Who the server says it is, cleaned. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** What the server declared at `initialize`; a feature it did not declare is never asked for. */
export interface ServerCapabilities {
  readonly tools?: { readonly listChanged?: boolean };
  readonly resources?: { readonly listChanged?: boolean; readonly subscribe?: boolean };
  readonly prompts?: { readonly listChanged?: boolean };
  readonly completions?: object;
  readonly logging?: object;
  readonly experimental?: object;
}

/** How far a running request has come, as its server tells it; the message is cleaned. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface RequestOptions {
  /** Aborting it cancels the request: it rejects at once and the server is told. */
  readonly signal?: AbortSignal | undefined;
  /** Time the whole request may take, in milliseconds. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** Time it may go on without progress, in milliseconds; 0: any. @default 0 */
  readonly idleTimeoutMs?: number | undefined;
  /** What the request is about, named in errors: a tool, a resource. May be a server's own text. */
  readonly target?: string | undefined;
  /** Asks the server for progress and receives it. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export type NotificationHandler = (params: unknown) => void;

export type RequestHandler = (params: unknown, context: { signal: AbortSignal }) => unknown;

/**
 * A conversation with one server after its handshake: the seam between this package and the protocol
 * implementation below it. Results are what the server sent, unparsed; whoever asked reads them
 * leniently.
 */
export interface Session {
  readonly serverInfo: ServerInfo;
  readonly capabilities: ServerCapabilities;
  /** How to use the server, cleaned and cut at 2,048 UTF-16 units. */
  readonly instructions?: string;
  /** The negotiated protocol revision. */
  readonly protocolVersion: string;
  /** What was tolerated of this server so far. */
  readonly leniencies: Leniencies;
  /** Counts what a reader of its results lets pass. */
  readonly tolerate: Tolerate;

  /**
   * Sends a request and resolves to its raw result.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_REQUEST_REFUSED` with the JSON-RPC `code`, `message` and
   *   `data`; `TOOLPOOL_CALL_TIMEOUT`; `TOOLPOOL_CALL_CANCELLED`; `TOOLPOOL_RESPONSE_INVALID`;
   *   `TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE`; `TOOLPOOL_CALL_OUTCOME_UNKNOWN` for a `tools/call` whose
   *   connection ended before the answer; or why the transport is gone
   */
  request(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<unknown>;
  notify(method: string, params?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Receives notifications of one method until the returned function is called. */
  onNotification(method: string, handler: NotificationHandler): () => void;
  /** Answers the server's requests of one method; those without a handler are refused (-32601). */
  onRequest(method: string, handler: RequestHandler): () => void;
  /** Tells once why the session ended; `undefined` when this side closed it. */
  onClose(listener: (reason: ToolpoolError | undefined) => void): () => void;
  /**
   * Stops the clocks of everything that waits for an answer of this server, until the returned function
   * is called: a person is answering it, say.
   */
  pauseClocks(): () => void;
  /** How many requests wait for their answer. */
  readonly pendingRequests: number;
  /** Refuses what comes from now on, and closes once what is pending has its answers. */
  retire(): void;
  /** Ends the session and, on stdio, the server's processes; resolves when they are gone. */
  close(): Promise<void>;
  /** The object of the protocol library underneath, for what this interface does not offer. */
  unwrap(): unknown;
}
