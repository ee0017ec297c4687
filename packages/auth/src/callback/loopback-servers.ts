import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolpoolError } from '@toolpool/foundation/errors';

export interface LoopbackServers {
  readonly port: number;
  /** Cuts every connection that is not being answered, and the others once they are. */
  close(): Promise<void>;
}

/** How often a port that is free for one family may be taken for the other. */
const TRIES = 10;

/**
 * Listens at `localhost`, which browsers take for 127.0.0.1 or ::1, at a port or a free one. A machine
 * without IPv6 has the first alone.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_LOGIN_FAILED` when the port is taken
 */
export async function listenOnLoopback(
  listener: RequestListener,
  port: number | undefined,
): Promise<LoopbackServers> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await listen(listener, '127.0.0.1', port ?? 0).catch((error) => {
      throw portTaken(port, error);
    });
    const found = (first.address() as AddressInfo).port;
    try {
      const second = await listen(listener, '::1', found).catch(withoutIpv6);
      return { port: found, close: () => closeAll(second ? [first, second] : [first]) };
    } catch (error) {
      await closeAll([first]);
      if (port !== undefined || attempt === TRIES) throw portTaken(port, error);
    }
  }
}

function withoutIpv6(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error;
}

/** A server that has no time for those who have much. */
async function listen(listener: RequestListener, host: string, port: number): Promise<Server> {
  const limits = {
    connectionsCheckingInterval: 1_000,
    headersTimeout: 5_000,
    requestTimeout: 5_000,
    maxHeaderSize: 32_768,
    keepAlive: false,
  };
  const server = createServer(limits, listener);
  server.maxConnections = 64;
  return await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeIdleConnections();
          // Whoever is still being answered has a moment to read it.
          setTimeout(() => server.closeAllConnections(), 500).unref();
        }),
    ),
  );
}

function portTaken(port: number | undefined, cause: unknown): ToolpoolError {
  const { code } = cause as NodeJS.ErrnoException;
  const which = port === undefined ? 'a free port' : `port ${port}`;
  return new ToolpoolError(`The login cannot listen at ${which} of localhost: ${code}.`, {
    code: 'TOOLPOOL_LOGIN_FAILED',
    hint:
      port === undefined
        ? 'Log in by pasting the address instead.'
        : 'End the program that uses it, or set another "oauth.callbackPort" that is registered too.',
    cause,
  });
}
