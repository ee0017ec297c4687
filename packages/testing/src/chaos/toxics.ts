/** What a chaos proxy does to the bytes that pass; nothing by default. */
export interface Toxics {
  /** Each chunk waits so long, both ways. */
  readonly latencyMs?: number;
  /** Each way passes no more. */
  readonly bytesPerSecond?: number;
  /** Chunks are cut into parts of this size, one per turn of the event loop. */
  readonly sliceBytes?: number;
  /** The client is told of the server's end so much later. */
  readonly slowCloseMs?: number;
  /** After so many bytes of a connection from the server, it ends, or is reset next to `reset`. */
  readonly limitBytes?: number;
  /** Every byte is taken and none passed on: a half-open connection. */
  readonly swallow?: boolean;
  /** Connections end with a TCP reset. */
  readonly reset?: boolean;
  /** New connections are refused, those there are end. */
  readonly down?: boolean;
}
