import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** After so many pings in a row without a byte from the other side, it is gone. */
export const MAX_SILENT_PINGS = 2;

/**
 * Pings the other side (RFC 6455, section 5.5.2) and tells when it is gone. Every byte counts as a sign
 * of life, also of a message that is still coming, and so does every byte that it takes.
 */
export class Heartbeat {
  readonly #socket: WebSocket;
  readonly #connection: Socket;
  readonly #timer: NodeJS.Timeout;
  #bytesRead = 0;
  #bytesWaiting = 0;
  #silentPings = 0;

  constructor(
    socket: WebSocket,
    connection: Socket,
    { intervalMs, onGone }: { readonly intervalMs: number; readonly onGone: () => void },
  ) {
    this.#socket = socket;
    this.#connection = connection;
    this.#timer = setInterval(() => this.#beat(onGone), intervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(onGone: () => void): void {
    const { bytesRead } = this.#connection;
    const { bufferedAmount } = this.#socket;
    const isAlive = bytesRead > this.#bytesRead || bufferedAmount < this.#bytesWaiting;
    this.#bytesRead = bytesRead;
    this.#bytesWaiting = bufferedAmount;
    this.#silentPings = isAlive ? 0 : this.#silentPings + 1;
    if (this.#silentPings > MAX_SILENT_PINGS) onGone();
    else this.#socket.ping();
  }
}
