import { ToolpoolError, type ToolpoolErrorCode } from '@toolpool/foundation/errors';
import type { MCPServerConnection } from '../connection/connection.ts';

/** Why a server cannot be used, as the error of a caller that needs it; `undefined` when it can. */
export function connectionError(connection: MCPServerConnection): ToolpoolError | undefined {
  const { name: server } = connection;
  switch (connection.type) {
    case 'connected':
      return undefined;
    case 'failed':
      return connection.error;
    case 'needs-auth':
      return new ToolpoolError(connection.reason, {
        code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
        hint: 'Put a valid credential under "headers" of its entry.',
        server,
      });
    case 'disabled':
      return notRunning(connection);
    case 'pending':
      return new ToolpoolError(`Server "${server}" is not connected.`, {
        code: 'TOOLPOOL_CONNECT_FAILED',
        server,
      });
  }
}

/** The error of a server that the configuration, a rule or the user keeps from running. */
export function notRunning({
  name: server,
  reason,
  code = 'TOOLPOOL_SERVER_NOT_CONFIGURED',
}: {
  readonly name: string;
  readonly reason: string;
  readonly code?: ToolpoolErrorCode | undefined;
}): ToolpoolError {
  return new ToolpoolError(`Server "${server}" does not run: ${reason}`, { code, server });
}
