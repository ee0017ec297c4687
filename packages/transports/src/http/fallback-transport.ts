import type { TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { HttpTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { HttpTransport } from './http-transport.ts';
import { SseTransport } from './sse-transport.ts';

/** Statuses that say "no streamable HTTP here" (MCP 2025-11-25, Transports, Backwards Compatibility). */
const FALLBACK_STATUSES = [400, 404, 405];

/**
 * Streamable HTTP, or HTTP+SSE when the very first request is answered as only a server of old
 * would. Any other failure is the server's own and no reason to guess.
 */
export class FallbackTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #config: HttpTransportConfig;
  readonly #dependencies: TransportDependencies;
  #inner: ToolpoolTransport;
  #decided = false;
  #failure: ToolpoolError | undefined;

  constructor(config: HttpTransportConfig, dependencies: TransportDependencies) {
    this.#config = config;
    this.#dependencies = dependencies;
    this.#inner = new HttpTransport(config, dependencies);
    this.#listen(this.#inner);
    this.#inner.onclose = () => this.onclose?.();
  }

  get closeReason(): ToolpoolError | undefined {
    return this.#failure ?? this.#inner.closeReason;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#decided) return this.#inner.send(message, options);
    try {
      await this.#inner.send(message, options);
      this.#decided = true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#fallBack(error);
      await this.#inner.send(message, options);
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  diagnostics(): TransportDiagnostics {
    return this.#inner.diagnostics();
  }

  #listen(inner: ToolpoolTransport): void {
    inner.onmessage = (message) => this.onmessage?.(message);
    // A first request that fails rejects its `send`, and may not be the last word.
    inner.onerror = (error) => this.#decided && this.onerror?.(error);
  }

  async #fallBack(refusal: ToolpoolError): Promise<void> {
    const http = this.#inner;
    const sse = new SseTransport(this.#config, this.#dependencies);
    this.#inner = sse;
    this.#decided = true;
    http.onclose = undefined;
    await http.close();
    this.#listen(sse);
    try {
      await sse.start();
    } catch (error) {
      if (sse.closeReason !== undefined) this.#failure = combine(refusal, sse.closeReason);
      this.onclose?.();
      throw this.#failure ?? error;
    }
    sse.onclose = () => this.onclose?.();
  }
}

function isRefusal(error: unknown): error is ToolpoolError {
  return ToolpoolError.isInstance(error) && FALLBACK_STATUSES.includes(statusOf(error));
}

function statusOf({ data }: ToolpoolError): number {
  return typeof data === 'object' && data !== null && 'status' in data ? Number(data.status) : 0;
}

/** Both failures in one; a stream that asks for credentials decides how it counts. */
function combine(http: ToolpoolError, sse: ToolpoolError): ToolpoolError {
  const decisive = [401, 403].includes(statusOf(sse)) ? sse : http;
  return new ToolpoolError(
    `${http.message.replace(/(?<![.!?])$/, '.')} As a server of the older HTTP+SSE transport: ${sse.message}`,
    {
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      hint: decisive.hint,
      server: http.server,
      cause: new AggregateError([http, sse]),
      data: decisive.data,
    },
  );
}
