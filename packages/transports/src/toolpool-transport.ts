import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ToolpoolError } from '@toolpool/foundation/errors';

/** What a transport saw besides messages. All text is cleaned and masked. */
export interface TransportDiagnostics {
  /** Lines, or stream events, that were no JSON-RPC message and were skipped. */
  readonly skippedLines: number;
  readonly firstSkippedLine?: string;
  /** The last lines a stdio server wrote to its standard error. */
  readonly stderr?: string;
}

/**
 * A transport of this package. It can be closed at any time, also while it starts, and more than
 * once. `onclose` fires once, when the conversation is over; `close` resolves when what the transport
 * started is gone too.
 */
export interface ToolpoolTransport extends Transport {
  /** Why the conversation ended, set before `onclose`; `undefined` when `close` ended it. */
  readonly closeReason: ToolpoolError | undefined;
  diagnostics(): TransportDiagnostics;
}
