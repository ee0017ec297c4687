import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ConnectedServer, MCPServerConnection } from '../connection/connection.ts';
import type { HostedServer } from './hosted-server.ts';

/**
 * The connection of a server that a caller needs now. Waits for a running attempt, and starts the
 * first one of a server that nobody has asked for yet.
 *
 * @throws {@link ToolpoolError} why the server is not connected
 */
export async function liveConnection(hosted: HostedServer): Promise<ConnectedServer> {
  const { connection } = hosted;
  const settled = connection.type === 'pending' ? await hosted.connect() : connection;
  if (settled.type === 'connected') return settled;
  throw notConnected(settled);
}

function notConnected(connection: Exclude<MCPServerConnection, ConnectedServer>): ToolpoolError {
  switch (connection.type) {
    case 'failed':
      return connection.error;
    case 'needs-auth':
      return new ToolpoolError(connection.reason, {
        code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
        hint: 'Put a valid credential under "headers" of its entry.',
        server: connection.name,
      });
    case 'disabled':
      return new ToolpoolError(connection.reason, {
        code: connection.code,
        server: connection.name,
      });
    default:
      return new ToolpoolError(`Server "${connection.name}" is still being connected.`, {
        code: 'TOOLPOOL_CONNECT_FAILED',
        server: connection.name,
      });
  }
}
