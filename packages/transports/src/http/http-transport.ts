import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { callGuarded } from '../call-guarded.ts';
import { createClosedError } from '../server-wording.ts';
import { createTooLargeResponse } from '../too-large-response.ts';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { HttpTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { createEndpointFetch } from './create-endpoint-fetch.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { toSendError } from './http-errors.ts';
import { isLostResponse } from './lost-response.ts';

/** A server that is slow to forget a session must not hold up the end of its host. */
const DELETE_LIMIT_MS = 1000;

/** Streamable HTTP over the SDK's client transport. It ends by `close` alone. */
export class HttpTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly closeReason = undefined;
  readonly #endpoint: Endpoint;
  readonly #fetch: typeof fetch;
  /** The requests without an answer, but for those whose stream the SDK can resume. */
  readonly #awaited = new Set<RequestId>();
  #sdk: StreamableHTTPClientTransport | undefined;
  #closing: Promise<void> | undefined;

  /** @throws {@link ToolpoolError} see {@link createEndpoint} */
  constructor(config: HttpTransportConfig, dependencies: TransportDependencies) {
    this.#endpoint = createEndpoint(config, dependencies);
    this.#fetch = createEndpointFetch(this.#endpoint, {
      dependencies,
      onTooLarge: (id, maxBytes) => this.#deliver(createTooLargeResponse(id, maxBytes)),
      isAwaited: (id) => this.#awaited.has(id),
    });
  }

  get sessionId(): string | undefined {
    return this.#sdk?.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#sdk?.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    // Loaded here, since most hosts talk to stdio servers alone.
    const { StreamableHTTPClientTransport } = await import(
      '@modelcontextprotocol/sdk/client/streamableHttp.js'
    );
    if (this.#closing !== undefined) throw createClosedError(this.#endpoint.wording);
    this.#sdk = new StreamableHTTPClientTransport(this.#endpoint.url, {
      fetch: withOptionalStream(this.#fetch),
    });
    this.#sdk.onmessage = (message) => this.#deliver(message);
    this.#sdk.onerror = (error) => this.#closing === undefined && this.onerror?.(error);
    await this.#sdk.start();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const sdk = this.#closing === undefined ? this.#sdk : undefined;
    if (sdk === undefined) throw createClosedError(this.#endpoint.wording);
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    if (id !== undefined) this.#awaited.add(id);
    try {
      const { resumptionToken, onresumptiontoken } = options;
      await sdk.send(message, {
        ...(resumptionToken !== undefined && { resumptionToken }),
        // Called for each event with an id: from there the SDK resumes by itself.
        onresumptiontoken: (token) => {
          if (id !== undefined) this.#awaited.delete(id);
          onresumptiontoken?.(token);
        },
      });
    } catch (error) {
      if (id !== undefined) this.#awaited.delete(id);
      if (this.#closing !== undefined) throw createClosedError(this.#endpoint.wording);
      throw toSendError(error, this.#endpoint);
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

  async #close(): Promise<void> {
    await this.#sdk?.close();
    callGuarded(this, () => this.onclose?.());
    await this.#deleteSession();
  }

  /** A session that the server does not know, or does not let go of, is over all the same. */
  async #deleteSession(): Promise<void> {
    const { sessionId, protocolVersion } = this.#sdk ?? {};
    if (sessionId === undefined) return;
    const headers = new Headers({ 'mcp-session-id': sessionId });
    if (protocolVersion !== undefined) headers.set('mcp-protocol-version', protocolVersion);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), DELETE_LIMIT_MS);
    const { signal } = controller;
    await this.#fetch(this.#endpoint.url, { method: 'DELETE', headers, redirect: 'manual', signal })
      .then((response) => response.body?.cancel())
      .catch(() => {});
    clearTimeout(timer);
  }

  #deliver(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) {
      const wasAwaited = this.#awaited.delete(message.id);
      if (!wasAwaited && isLostResponse(message)) return;
    }
    if (this.#closing === undefined) callGuarded(this, () => this.onmessage?.(message));
  }
}

/**
 * The GET stream is optional, so that a server which refuses it, whatever the status, or answers with
 * something else, has none: 405 is how the SDK knows that.
 */
function withOptionalStream(baseFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await baseFetch(input, init);
    if (init?.method !== 'GET' || new Headers(init.headers).has('last-event-id')) return response;
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect || (response.ok && isStream)) return response;
    await response.body?.cancel();
    return new Response(null, { status: 405 });
  };
}
