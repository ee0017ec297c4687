import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import type { ToolpoolTransport, TransportDiagnostics } from '../toolpool-transport.ts';
import type { StdioTransportConfig } from '../transport-config.ts';
import type { TransportDependencies } from '../transport-dependencies.ts';

/** Runs a server as a child process in a process group of its own. */
export class StdioTransport implements ToolpoolTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly closeReason: ToolpoolError | undefined;

  constructor(config: StdioTransportConfig, dependencies: TransportDependencies = {}) {
    throw new Error(`not built: ${config} ${dependencies}`);
  }
  start(): Promise<void> {
    throw new Error('not built');
  }
  send(message: JSONRPCMessage): Promise<void> {
    throw new Error(`not built: ${message}`);
  }
  close(): Promise<void> {
    throw new Error('not built');
  }
  diagnostics(): TransportDiagnostics {
    throw new Error('not built');
  }
}
