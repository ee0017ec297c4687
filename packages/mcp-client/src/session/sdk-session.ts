import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import type { Leniencies, Tolerate } from '../reading/leniencies.ts';
import type { Introduction } from '../reading/read-introduction.ts';
import type { RequestChannel } from './request-channel.ts';
import type {
  NotificationHandler,
  RequestHandler,
  RequestOptions,
  ServerCapabilities,
  ServerInfo,
  Session,
} from './session.ts';

const NO_OPTIONS: RequestOptions = {};

type Params = Readonly<Record<string, unknown>>;

/** The {@link Session} over the client of `@modelcontextprotocol/sdk`, after its handshake. */
export class SdkSession implements Session {
  readonly serverInfo: ServerInfo;
  readonly capabilities: ServerCapabilities;
  readonly protocolVersion: string;
  declare readonly instructions?: string;
  readonly #client: Client;
  readonly #channel: RequestChannel;
  readonly #requestHandlers = new Map<string, RequestHandler>();

  constructor(client: Client, channel: RequestChannel, introduction: Introduction) {
    this.#client = client;
    this.#channel = channel;
    this.serverInfo = introduction.serverInfo;
    this.capabilities = introduction.capabilities;
    this.protocolVersion = introduction.protocolVersion;
    if (introduction.instructions) this.instructions = introduction.instructions;
    client.fallbackRequestHandler = async ({ method, params }, { signal }) => {
      const handler = this.#requestHandlers.get(method);
      if (!handler) throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
      return (await handler(params, { signal })) as Record<string, unknown>;
    };
  }

  request(method: string, params?: Params, options = NO_OPTIONS): Promise<unknown> {
    return this.#channel.request(method, params, options);
  }

  notify(method: string, params?: Params): Promise<void> {
    return this.#channel.notify(method, params);
  }

  onNotification(method: string, handler: NotificationHandler): () => void {
    return this.#channel.onNotification(method, handler);
  }

  onRequest(method: string, handler: RequestHandler): () => void {
    this.#requestHandlers.set(method, handler);
    return () => {
      if (this.#requestHandlers.get(method) === handler) this.#requestHandlers.delete(method);
    };
  }

  get leniencies(): Leniencies {
    return this.#channel.leniencies;
  }

  get tolerate(): Tolerate {
    return this.#channel.tolerate;
  }

  onClose(listener: (reason: ToolpoolError | undefined) => void): () => void {
    return this.#channel.onClose(listener);
  }

  pauseClocks(): () => void {
    return this.#channel.pauseClocks();
  }

  get pendingRequests(): number {
    return this.#channel.pendingRequests;
  }

  retire(): void {
    this.#channel.retire();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** The SDK's `Client`. */
  unwrap(): Client {
    this.#channel.unwrap();
    return this.#client;
  }
}
