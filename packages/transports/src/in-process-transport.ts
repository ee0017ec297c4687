import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { createLinkedTransportPair } from './linked-transport-pair.ts';
import { createClosedError, createServerWording, type ServerWording } from './server-wording.ts';
import { tidyMessage } from './tidy-message.ts';
import type { ToolpoolTransport, TransportDiagnostics } from './toolpool-transport.ts';
import type { SdkTransportConfig } from './transport-config.ts';
import type { TransportDependencies } from './transport-dependencies.ts';

/**
 * Reaches a server object of this process. The object belongs to who made it: closing the transport
 * closes the server's end and leaves the object ready for another connection.
 */
export class InProcessTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #name: string;
  readonly #findServer: TransportDependencies['inProcessServer'];
  readonly #wording: ServerWording;
  readonly #near: Transport;
  readonly #far: Transport;
  #closing = false;
  #closeReason: ToolpoolError | undefined;

  constructor({ name }: SdkTransportConfig, dependencies: TransportDependencies) {
    const { serverName, secrets = [], inProcessServer } = dependencies;
    this.#name = name;
    this.#findServer = inProcessServer;
    this.#wording = createServerWording(serverName, secrets);
    [this.#near, this.#far] = createLinkedTransportPair();
    this.#near.onmessage = (message) => this.onmessage?.(tidyMessage(message));
    this.#near.onerror = (error) => this.onerror?.(error);
    this.#near.onclose = () => {
      if (!this.#closing) this.#closeReason = createClosedError(this.#wording);
      this.onclose?.();
    };
  }

  get closeReason(): ToolpoolError | undefined {
    return this.#closeReason;
  }

  async start(): Promise<void> {
    const server = await this.#findServer?.(this.#name);
    if (server === undefined) {
      throw new ToolpoolError(
        `${this.#wording.subject} cannot start: this process has no server object "${this.#name}".`,
        {
          code: 'TOOLPOOL_SERVER_UNKNOWN',
          hint: 'Give it to the host, or load the plugin that brings it.',
          server: this.#wording.serverName,
        },
      );
    }
    if (this.#closing) throw createClosedError(this.#wording);
    await server.connect(this.#far);
    await this.#near.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#near.send(message);
  }

  close(): Promise<void> {
    this.#closing = true;
    return this.#near.close();
  }

  diagnostics(): TransportDiagnostics {
    return { skippedLines: 0 };
  }
}
