import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ToolpoolError } from '@toolpool/foundation/errors';

/** What a stdio server wrote besides messages, cleaned and masked; other transports see nothing. */
export interface TransportDiagnostics {
  /** Lines on its standard output that were no JSON-RPC message and were skipped. */
  readonly skippedLines: number;
  readonly firstSkippedLine?: string;
  /** The last lines on its standard error. */
  readonly stderr?: string;
}

/**
 * A transport of this package. It can be closed at any time, also while it starts, and more than
 * once. `onclose` fires once, when the conversation is over; `close` resolves when what the transport
 * started is gone too. Messages arrive tidy: what the SDK's strict schemas would refuse in the
 * envelope, a `null` for something absent above all, is gone.
 */
export interface ToolpoolTransport extends Transport {
  /** Why the conversation ended, set before `onclose`; `undefined` when `close` ended it. */
  readonly closeReason: ToolpoolError | undefined;
  diagnostics(): TransportDiagnostics;
}
