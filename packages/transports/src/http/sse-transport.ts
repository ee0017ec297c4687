import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import { callGuarded } from '../call-guarded.ts';
import { Network } from '../network/network.ts';
import { createClosedError } from '../server-wording.ts';
import { MAX_MESSAGE_BYTES } from '../too-large-response.ts';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { HttpTransportConfig, SseTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { createEndpointFetch, type EndpointFetch } from './endpoint-fetch.ts';
import type { StreamEvent } from './event-reader.ts';
import {
  createContentTypeError,
  createInvalidError,
  createStatusError,
  createTooLargeError,
  createUnreachableError,
} from './http-errors.ts';
import { HttpSession } from './http-session.ts';
import { postMessage } from './post-message.ts';
import { readExcerpt } from './read-body.ts';
import { isEventStream, messagesOf, readStream } from './read-stream.ts';
import { readRefusal } from './refusal.ts';

/**
 * HTTP+SSE (MCP 2024-11-05, Transports). The stream is the session: when it breaks, the conversation
 * is over.
 */
export class SseTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #endpoint: Endpoint;
  readonly #network: Network;
  readonly #streamFetch: EndpointFetch;
  readonly #postFetch: EndpointFetch;
  readonly #maxBytes: number;
  readonly #abort = new AbortController();
  readonly #session = new HttpSession();
  /** Where messages go, once the server has said so. */
  #target: URL | undefined;
  #closeReason: ToolpoolError | undefined;
  #isOver = false;
  #opened: () => void = () => {};

  /** @throws `ToolpoolError`, see {@link createEndpoint} */
  constructor(
    config: HttpTransportConfig | SseTransportConfig,
    dependencies: TransportDependencies,
  ) {
    const endpoint = createEndpoint(config, dependencies, dependencies.headerSource?.secrets);
    const { environment = process.env, maxMessageBytes = MAX_MESSAGE_BYTES } = dependencies;
    const network = new Network({ tls: config.tls, wording: endpoint.wording, environment });
    const fetchOf = (lane: 'calls' | 'control') =>
      createEndpointFetch(dependencies.fetch ?? network.fetchOf(lane), endpoint, dependencies);
    this.#endpoint = endpoint;
    this.#network = network;
    this.#streamFetch = fetchOf('control');
    this.#postFetch = fetchOf('calls');
    this.#maxBytes = maxMessageBytes;
  }

  get closeReason(): ToolpoolError | undefined {
    return this.#closeReason;
  }

  setProtocolVersion(version: string): void {
    this.#session.protocolVersion = version;
  }

  /** Resolves when the server has said where messages go. */
  async start(): Promise<void> {
    if (this.#isOver) throw this.#closedError();
    const opened = new Promise<void>((resolve) => {
      this.#opened = resolve;
    });
    void this.#listen();
    await opened;
    if (this.#isOver) throw this.#closedError();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isOver || this.#target === undefined) throw this.#closedError();
    try {
      await this.#post(message, this.#target);
    } catch (error) {
      throw this.#isOver ? this.#closedError() : error;
    }
  }

  async close(): Promise<void> {
    this.#finish(undefined);
    await this.#network.close();
  }

  diagnostics(): TransportDiagnostics {
    return { skippedLines: 0 };
  }

  async #post(message: JSONRPCMessage, url: URL): Promise<void> {
    const { signal } = this.#abort;
    const response = await postMessage(this.#postFetch, message, {
      url,
      headers: this.#session.headers(),
      signal,
    });
    if (response.ok) return response.body?.cancel();
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    const refusal = await readRefusal(response, this.#endpoint, id);
    if ('error' in refusal) throw refusal.error;
    this.#deliver(refusal.answer);
  }

  async #listen(): Promise<void> {
    try {
      const response = await this.#openStream();
      const end = await readStream(response, {
        maxBytes: this.#maxBytes,
        onEvent: (event) => this.#hear(event),
      });
      const reason =
        end === 'too-large'
          ? createTooLargeError(this.#maxBytes, this.#endpoint)
          : createUnreachableError(new Error('Its event stream ended.'), this.#endpoint);
      this.#finish(reason);
    } catch (error) {
      this.#finish(error as ToolpoolError);
    }
  }

  async #openStream(): Promise<Response> {
    const { signal } = this.#abort;
    const init = { headers: this.#session.headers(), signal };
    const response = await this.#streamFetch(this.#endpoint.url, init);
    if (response.ok && isEventStream(response)) return response;
    const body = await readExcerpt(response);
    if (!response.ok) throw createStatusError(response, body, this.#endpoint);
    throw createContentTypeError(response, body, this.#endpoint);
  }

  #hear(event: StreamEvent): boolean {
    if (event.type === 'endpoint') this.#aim(event.data);
    else {
      const messages = messagesOf(event, { endpoint: this.#endpoint });
      if (messages instanceof Error) this.onerror?.(messages);
      else for (const message of messages) this.#deliver(message);
    }
    return !this.#isOver;
  }

  /** Messages carry the headers of the entry, so that they never go to another origin. */
  #aim(address: string): void {
    const home = this.#endpoint.url;
    const target = URL.canParse(address, home.href) ? new URL(address, home) : undefined;
    if (target?.origin !== home.origin) {
      const shown = this.#endpoint.wording.present(target?.origin ?? 'what is no URL');
      const problem = `its endpoint event names ${shown}, not its own origin.`;
      this.#finish(createInvalidError(problem, this.#endpoint));
    } else {
      this.#target = target;
      this.#opened();
    }
  }

  #finish(reason: ToolpoolError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#closeReason = reason;
    this.#abort.abort();
    this.#opened();
    void this.#network.close();
    callGuarded(this, () => this.onclose?.());
  }

  #deliver(message: JSONRPCMessage): void {
    if (!this.#isOver) callGuarded(this, () => this.onmessage?.(message));
  }

  #closedError(): ToolpoolError {
    return this.#closeReason ?? createClosedError(this.#endpoint.wording);
  }
}
