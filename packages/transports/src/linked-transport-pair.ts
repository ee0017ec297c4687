import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { callGuarded } from './call-guarded.ts';

const DONE = Promise.resolve();

/**
 * Creates two linked ends inside this process. Objects pass as they are, in order and never within
 * `send` itself; what was sent before the other end started waits for it. Closing one end closes the
 * other, once, after the delivery of what was sent before. A closed end rejects `send` and `start`.
 */
export function createLinkedTransportPair(): [Transport, Transport] {
  return LinkedTransport.createPair();
}

class LinkedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #peer: LinkedTransport = this;
  #inbox: JSONRPCMessage[] = [];
  #started = false;
  #scheduled = false;
  /** Whether this end wants no more messages. */
  #deaf = false;
  #closing: Promise<void> | undefined;

  static createPair(): [LinkedTransport, LinkedTransport] {
    const ends: [LinkedTransport, LinkedTransport] = [new LinkedTransport(), new LinkedTransport()];
    [ends[1].#peer, ends[0].#peer] = ends;
    return ends;
  }

  async start(): Promise<void> {
    if (this.#closing !== undefined) throw closedError();
    this.#started = true;
    this.#schedule();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closing !== undefined) return Promise.reject(closedError());
    this.#peer.#inbox.push(message);
    this.#peer.#schedule();
    return DONE;
  }

  async close(): Promise<void> {
    this.#deaf = true;
    this.#closing ??= DONE.then(this.#finish);
    this.#peer.#closing ??= DONE.then(this.#peer.#finish);
    await Promise.all([this.#closing, this.#peer.#closing]);
  }

  readonly #finish = (): void => {
    this.#deliver();
    this.#deaf = true;
    this.onclose?.();
  };

  #schedule(): void {
    if (this.#scheduled || !this.#started) return;
    this.#scheduled = true;
    // `queueMicrotask` makes an async resource per call; a resolved promise does not.
    void DONE.then(this.#deliver);
  }

  readonly #deliver = (): void => {
    this.#scheduled = false;
    if (!this.#started) return;
    const inbox = this.#inbox;
    this.#inbox = [];
    for (const message of inbox) {
      if (this.#deaf) return;
      callGuarded(this, () => this.onmessage?.(message));
    }
  };
}

function closedError(): ToolpoolError {
  return new ToolpoolError('The in-process transport is closed.', {
    code: 'TOOLPOOL_TRANSPORT_CLOSED',
  });
}
