import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { callGuarded } from '../call-guarded.ts';
import { Network } from '../network/network.ts';
import { createClosedError } from '../server-wording.ts';
import { MAX_MESSAGE_BYTES } from '../too-large-response.ts';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { HttpTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { createEndpoint } from './endpoint.ts';
import { createEndpointFetch } from './endpoint-fetch.ts';
import { Exchange } from './exchange.ts';
import { createExpiredError } from './http-errors.ts';
import type { HttpParty } from './http-party.ts';
import { HttpSession } from './http-session.ts';
import { postMessage } from './post-message.ts';
import { readSessionRefusal } from './refusal.ts';
import { ServerStream } from './server-stream.ts';

/** A server that is slow to forget a session must not hold up the end of its host. */
const DELETE_LIMIT_MS = 1000;

/** What an account adds to a transport. */
export interface HttpTransportExtras {
  readonly wrapFetch?: (inner: typeof fetch) => typeof fetch;
  /** What no message may hold, besides the secrets that are known from the start. */
  readonly laterSecrets?: ReadonlySet<string>;
}

/** Streamable HTTP (MCP 2025-11-25, Transports). It ends by `close` alone. */
export class HttpTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly closeReason = undefined;
  readonly #party: HttpParty;
  readonly #network: Network;
  readonly #serverStream: ServerStream;
  readonly #exchanges = new Map<RequestId, Exchange>();
  readonly #abort = new AbortController();
  #isStarted = false;
  #closing: Promise<void> | undefined;

  /** @throws `ToolpoolError`, see {@link createEndpoint} */
  constructor(
    config: HttpTransportConfig,
    dependencies: TransportDependencies,
    { wrapFetch = (inner) => inner, laterSecrets }: HttpTransportExtras = {},
  ) {
    const session = new HttpSession();
    const later = laterSecrets ?? dependencies.headerSource?.secrets ?? [];
    const endpoint = createEndpoint(config, dependencies, {
      *[Symbol.iterator]() {
        yield* later;
        yield* session.secrets();
      },
    });
    const { environment = process.env, maxMessageBytes = MAX_MESSAGE_BYTES } = dependencies;
    this.#network = new Network({ tls: config.tls, wording: endpoint.wording, environment });
    const fetchOf = (lane: 'calls' | 'control') =>
      createEndpointFetch(
        wrapFetch(dependencies.fetch ?? this.#network.fetchOf(lane)),
        endpoint,
        dependencies,
      );
    this.#party = {
      endpoint,
      session,
      callFetch: fetchOf('calls'),
      controlFetch: fetchOf('control'),
      maxBytes: maxMessageBytes,
      deliver: (message) => this.#deliver(message),
      report: (error) => this.#closing === undefined && this.onerror?.(error),
    };
    this.#serverStream = new ServerStream(this.#party);
  }

  get sessionId(): string | undefined {
    return this.#party.session.id;
  }

  setProtocolVersion(version: string): void {
    this.#party.session.protocolVersion = version;
  }

  async start(): Promise<void> {
    if (this.#closing !== undefined) throw createClosedError(this.#party.endpoint.wording);
    this.#isStarted = true;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { endpoint, session } = this.#party;
    if (!this.#isStarted || this.#closing !== undefined) throw createClosedError(endpoint.wording);
    if (session.isExpired) throw createExpiredError(endpoint);
    try {
      if ('method' in message && 'id' in message) await this.#request(message);
      else await this.#tell(message);
    } catch (error) {
      if (this.#closing !== undefined) throw createClosedError(endpoint.wording);
      throw error;
    }
  }

  /** Ends every request and stream, then tells the server that the session is over. */
  close(): Promise<void> {
    this.#closing ??= Promise.resolve().then(() => this.#close());
    return this.#closing;
  }

  diagnostics(): TransportDiagnostics {
    return { skippedLines: 0 };
  }

  async #request(message: JSONRPCRequest): Promise<void> {
    const exchange = new Exchange(this.#party, message);
    this.#exchanges.set(message.id, exchange);
    try {
      await exchange.open(() => this.#exchanges.delete(message.id));
    } catch (error) {
      // Who has cancelled a request does not wait for it any more.
      if (!exchange.isAbandoned || this.#closing !== undefined) throw error;
    }
  }

  /** Sends what has no answer: a notification, or the answer to a request of the server. */
  async #tell(message: JSONRPCMessage): Promise<void> {
    const { controlFetch, endpoint, session } = this.#party;
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id = message.params?.requestId;
      if (typeof id === 'string' || typeof id === 'number') this.#exchanges.get(id)?.abandon();
    }
    const response = await postMessage(controlFetch, message, {
      url: endpoint.url,
      headers: session.headers(),
      signal: this.#abort.signal,
    });
    if (response.ok) {
      await response.body?.cancel();
      const isReady = 'method' in message && message.method === 'notifications/initialized';
      if (isReady) this.#serverStream.open();
      return;
    }
    const refusal = await readSessionRefusal(response, this.#party, undefined);
    if ('error' in refusal) throw refusal.error;
  }

  async #close(): Promise<void> {
    this.#serverStream.close();
    this.#abort.abort();
    for (const exchange of this.#exchanges.values()) exchange.abandon();
    callGuarded(this, () => this.onclose?.());
    await this.#deleteSession();
    await this.#network.close();
  }

  /** A session that the server does not know, or does not let go of, is over all the same. */
  async #deleteSession(): Promise<void> {
    const { controlFetch, endpoint, session } = this.#party;
    if (session.id === undefined || session.isExpired) return;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), DELETE_LIMIT_MS);
    const { signal } = controller;
    await controlFetch(endpoint.url, { method: 'DELETE', headers: session.headers(), signal })
      .then((response) => response.body?.cancel())
      .catch(() => undefined);
    clearTimeout(timer);
  }

  #deliver(message: JSONRPCMessage): void {
    if (this.#closing === undefined) callGuarded(this, () => this.onmessage?.(message));
  }
}
