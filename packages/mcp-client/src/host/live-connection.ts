import type {
  ConnectedServer,
  MCPServerConnection,
  SettledConnection,
} from '../connection/connection.ts';
import { orAborted } from '../session/abort-listeners.ts';
import { requestCancelled } from '../session/request-errors.ts';
import { connectionError } from './connection-error.ts';
import type { HostedServer } from './hosted-server.ts';
import { isSessionExpired } from './lifecycle/session-expired.ts';

/** A request for which a connection is needed. */
export interface LiveRequest {
  readonly method: string;
  readonly target: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The connection of a server that a caller needs now. Waits for a running attempt, starts a server
 * that stands still, and tries once more to connect one that failed.
 *
 * @throws {@link ToolpoolError} why the server is not connected, or `TOOLPOOL_CALL_CANCELLED`
 */
export async function liveConnection(
  hosted: HostedServer,
  request: LiveRequest,
): Promise<ConnectedServer> {
  const { connection } = hosted;
  const isWorthTrying = connection.type === 'pending' || connection.type === 'failed';
  return demandConnected(isWorthTrying ? hosted.connect() : connection, hosted, request);
}

/**
 * Runs a request on the connection of a server. When the server has forgotten the session, which
 * proves that it did not run, the connection is renewed and the request runs once more.
 *
 * @throws {@link ToolpoolError} as {@link liveConnection} and the request
 */
export async function withLiveConnection<Result>(
  hosted: HostedServer,
  request: LiveRequest,
  run: (connection: ConnectedServer) => Promise<Result>,
): Promise<Result> {
  hosted.idle?.callBegins();
  try {
    const connection = await liveConnection(hosted, request);
    try {
      return await run(connection);
    } catch (error) {
      if (!isSessionExpired(error)) throw error;
      return await run(await renewedConnection(hosted, connection, request));
    }
  } finally {
    hosted.idle?.callEnds();
  }
}

/** The connection after one that has proved useless. @throws as {@link liveConnection} */
export function renewedConnection(
  hosted: HostedServer,
  from: ConnectedServer,
  request: LiveRequest,
): Promise<ConnectedServer> {
  return demandConnected(hosted.renew(from), hosted, request);
}

async function demandConnected(
  connecting: MCPServerConnection | Promise<SettledConnection>,
  { name }: HostedServer,
  { method, target, signal }: LiveRequest,
): Promise<ConnectedServer> {
  const cancelled = () => requestCancelled({ server: name, method, target, secrets: [] });
  const settled = await orAborted(Promise.resolve(connecting), signal, cancelled);
  if (settled.type === 'connected') return settled;
  throw connectionError(settled);
}
