import type { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { callGuarded } from '../call-guarded.ts';
import { createClosedError } from '../server-wording.ts';
import { createTooLargeResponse } from '../too-large-response.ts';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { HttpTransportConfig, SseTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { createEndpointFetch } from './create-endpoint-fetch.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { createStatusError, createUnreachableError, toSendError } from './http-errors.ts';

/**
 * HTTP+SSE over the SDK's client transport. The stream is the session: when it breaks, the
 * conversation is over.
 */
export class SseTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #endpoint: Endpoint;
  readonly #fetch: typeof fetch;
  #sdk: SSEClientTransport | undefined;
  #streamFailure: ToolpoolError | undefined;
  #closeReason: ToolpoolError | undefined;
  #over = false;
  #stop: () => void = () => {};
  /** Rejects with the end of the conversation. */
  readonly #stopped = new Promise<never>((_, reject) => {
    this.#stop = () => reject(this.#closedError());
  });

  /** @throws {@link ToolpoolError} see {@link createEndpoint} */
  constructor(
    config: HttpTransportConfig | SseTransportConfig,
    dependencies: TransportDependencies,
  ) {
    this.#endpoint = createEndpoint(config, dependencies);
    this.#fetch = createEndpointFetch(this.#endpoint, {
      dependencies,
      onTooLarge: (id, maxBytes) => this.#deliver(createTooLargeResponse(id, maxBytes)),
    });
    this.#stopped.catch(() => {});
  }

  get closeReason(): ToolpoolError | undefined {
    return this.#closeReason;
  }

  setProtocolVersion(version: string): void {
    this.#sdk?.setProtocolVersion(version);
  }

  async start(): Promise<void> {
    const { SSEClientTransport, SseError } = await import(
      '@modelcontextprotocol/sdk/client/sse.js'
    );
    if (this.#over) throw this.#closedError();
    const sdk = new SSEClientTransport(this.#endpoint.url, {
      fetch: (input, init) => {
        const response = this.#fetch(input, init);
        return init?.method === 'POST' ? response : this.#keepFailure(response);
      },
    });
    sdk.onmessage = (message) => this.#deliver(message);
    sdk.onerror = (error) => {
      if (error instanceof SseError) this.#finish(this.#lostError(error));
      else if (!this.#over) this.onerror?.(error);
    };
    this.#sdk = sdk;
    try {
      await Promise.race([sdk.start(), this.#stopped]);
    } catch (error) {
      this.#finish(toSendError(error, this.#endpoint));
      throw this.#closedError();
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#over || this.#sdk === undefined) throw this.#closedError();
    try {
      await this.#sdk.send(message);
    } catch (error) {
      throw this.#over ? this.#closedError() : toSendError(error, this.#endpoint);
    }
  }

  async close(): Promise<void> {
    this.#finish(undefined);
  }

  diagnostics(): TransportDiagnostics {
    return { skippedLines: 0 };
  }

  #finish(reason: ToolpoolError | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#closeReason = reason;
    this.#stop();
    void this.#sdk?.close();
    callGuarded(this, () => this.onclose?.());
  }

  #deliver(message: JSONRPCMessage): void {
    if (!this.#over) callGuarded(this, () => this.onmessage?.(message));
  }

  /** Keeps why the stream could not be opened, of which the SDK's error tells little. */
  async #keepFailure(opening: Promise<Response>): Promise<Response> {
    try {
      const response = await opening;
      if (response.status < 400) return response;
      this.#streamFailure = await createStatusError(response, this.#endpoint);
      return new Response(null, { status: response.status });
    } catch (error) {
      if (ToolpoolError.isInstance(error)) this.#streamFailure = error;
      throw error;
    }
  }

  #lostError(error: SseError): ToolpoolError {
    if (this.#streamFailure !== undefined) return this.#streamFailure;
    if (error.code !== undefined) return toSendError(error, this.#endpoint);
    return createUnreachableError(new Error('Its event stream ended.'), this.#endpoint);
  }

  #closedError(): ToolpoolError {
    return this.#closeReason ?? createClosedError(this.#endpoint.wording);
  }
}
