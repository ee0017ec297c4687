import { ToolpoolError } from '@toolpool/foundation/errors';
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
    case 'disabled': {
      const { reason, code } = connection;
      return new ToolpoolError(`Server "${server}" does not run: ${reason}`, { code, server });
    }
    case 'pending':
      return new ToolpoolError(`Server "${server}" is not connected.`, {
        code: 'TOOLPOOL_CONNECT_FAILED',
        server,
      });
  }
}
