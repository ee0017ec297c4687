import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { WebSocket } from 'ws';
import { callGuarded } from '../call-guarded.ts';
import { createEndpoint, type Endpoint } from '../http/endpoint.ts';
import {
  createInvalidError,
  createTooLargeError,
  createUnreachableError,
} from '../http/http-errors.ts';
import { parseMessages } from '../http/read-messages.ts';
import { createClosedError } from '../server-wording.ts';
import { MAX_MESSAGE_BYTES } from '../too-large-response.ts';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { TlsFiles, WebSocketTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';
import { createCloseError, createSilentError } from './close-error.ts';
import { Heartbeat, MAX_SILENT_PINGS } from './heartbeat.ts';
import { openWebSocket } from './open-web-socket.ts';

/** What may wait for a server that does not read. */
const MAX_PENDING_BYTES = 2 ** 24;
/** What a server gets to answer the close frame. */
const CLOSE_LIMIT_MS = 500;

/**
 * JSON-RPC messages over a WebSocket of the sub-protocol `mcp`, one a frame, as text or binary. The
 * connection is the session.
 */
export class WebSocketTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #endpoint: Endpoint;
  readonly #tls: TlsFiles | undefined;
  readonly #dependencies: TransportDependencies;
  readonly #maxBytes: number;
  readonly #abort = new AbortController();
  /** Rejects the sends that have not left yet. */
  readonly #pendingSends = new Set<(error: ToolpoolError) => void>();
  #socket: WebSocket | undefined;
  #heartbeat: Heartbeat | undefined;
  #closeReason: ToolpoolError | undefined;
  #isOver = false;

  /** @throws `ToolpoolError`, see {@link createEndpoint} */
  constructor(config: WebSocketTransportConfig, dependencies: TransportDependencies) {
    this.#endpoint = createEndpoint(config, dependencies);
    this.#tls = config.tls;
    this.#dependencies = dependencies;
    this.#maxBytes = dependencies.maxMessageBytes ?? MAX_MESSAGE_BYTES;
  }

  get closeReason(): ToolpoolError | undefined {
    return this.#closeReason;
  }

  async start(): Promise<void> {
    if (this.#isOver) throw this.#closedError();
    const { environment = process.env, requestTimeoutMs = 60_000 } = this.#dependencies;
    try {
      const { socket, connection } = await openWebSocket(this.#endpoint, {
        environment,
        tls: this.#tls,
        maxBytes: this.#maxBytes,
        handshakeTimeoutMs: requestTimeoutMs,
        signal: this.#abort.signal,
        onMessage: (data) => this.#receive(data),
      });
      this.#listen(socket);
      const { pingIntervalMs = 15_000 } = this.#dependencies;
      this.#heartbeat = new Heartbeat(socket, connection, {
        intervalMs: pingIntervalMs,
        onGone: () => {
          const silentMs = MAX_SILENT_PINGS * pingIntervalMs;
          this.#finish(createSilentError(silentMs, this.#endpoint));
          socket.terminate();
        },
      });
    } catch (error) {
      const isOurs = ToolpoolError.isInstance(error);
      this.#finish(isOurs ? error : createUnreachableError(error, this.#endpoint));
      throw this.#closedError();
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    const socket = this.#isOver ? undefined : this.#socket;
    if (socket === undefined) return Promise.reject(this.#closedError());
    if (socket.bufferedAmount > MAX_PENDING_BYTES) return Promise.reject(this.#overloadedError());
    return new Promise((resolve, reject) => {
      this.#pendingSends.add(reject);
      socket.send(JSON.stringify(message), (error) => {
        this.#pendingSends.delete(reject);
        if (error) reject(this.#closedError());
        else resolve();
      });
    });
  }

  /** Says goodbye, and waits half a second for the answer. */
  async close(): Promise<void> {
    const socket = this.#socket;
    this.#finish(undefined);
    if (socket === undefined || socket.readyState === socket.CLOSED) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.terminate(), CLOSE_LIMIT_MS);
      socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      socket.close(1000);
    });
  }

  diagnostics(): TransportDiagnostics {
    return { skippedLines: 0 };
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    let failure: ToolpoolError | undefined;
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure =
        error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
          ? createTooLargeError(this.#maxBytes, this.#endpoint)
          : createUnreachableError(error, this.#endpoint);
    });
    socket.on('close', (code, reason) => {
      this.#finish(failure ?? createCloseError(code, reason.toString('utf8'), this.#endpoint));
    });
  }

  #receive(data: Buffer): void {
    if (this.#isOver) return;
    const messages = parseMessages(data.toString('utf8')) ?? [];
    if (messages.length === 0) {
      this.onerror?.(createInvalidError('a frame holds none.', this.#endpoint));
    }
    for (const message of messages) callGuarded(this, () => this.onmessage?.(message));
  }

  #finish(reason: ToolpoolError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#closeReason = reason;
    this.#heartbeat?.stop();
    this.#abort.abort();
    for (const reject of this.#pendingSends) reject(this.#closedError());
    this.#pendingSends.clear();
    callGuarded(this, () => this.onclose?.());
  }

  #closedError(): ToolpoolError {
    return this.#closeReason ?? createClosedError(this.#endpoint.wording);
  }

  #overloadedError(): ToolpoolError {
    const { subject, serverName } = this.#endpoint.wording;
    return new ToolpoolError(`${subject} does not read what is sent to it: too much is waiting.`, {
      code: 'TOOLPOOL_TRANSPORT_OVERLOADED',
      hint: 'Make fewer calls at once, or restart the server.',
      server: serverName,
    });
  }
}
