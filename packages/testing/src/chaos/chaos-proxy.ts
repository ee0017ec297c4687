import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cut, pump } from './pump.ts';
import type { Toxics } from './toxics.ts';

export interface ChaosProxy extends AsyncDisposable {
  /** The target's URL, by way of the proxy. */
  readonly url: string;
  readonly connections: { readonly total: number; readonly open: number; readonly peak: number };
  readonly bytes: { readonly toServer: number; readonly toClient: number };
  /** Replaces the toxics; `down` and `reset` also end the connections there are. */
  readonly set: (toxics: Toxics) => void;
}

/** Stands between a client and the server at a URL, and spoils what passes as its toxics say. */
export async function startChaosProxy(target: string, first: Toxics = {}): Promise<ChaosProxy> {
  const { hostname, port, protocol } = new URL(target);
  const sockets = new Set<Socket>();
  const bytes = { toServer: 0, toClient: 0 };
  const connections = { total: 0, open: 0, peak: 0 };
  let toxics = first;

  const accept = (client: Socket) => {
    connections.total += 1;
    connections.open += 1;
    connections.peak = Math.max(connections.peak, connections.open);
    client.once('close', () => {
      connections.open -= 1;
    });
    if (toxics.down || (toxics.reset && toxics.limitBytes === undefined))
      return cut(client, toxics);
    const server = connect(Number(port || (protocol === 'https:' ? 443 : 80)), hostname);
    link(client, server);
    link(server, client);
    const common = { toxics: () => toxics };
    const up = (count: number) => {
      bytes.toServer += count;
    };
    const down = (count: number) => {
      bytes.toClient += count;
    };
    pump(client, server, { ...common, onBytes: up, isAnswer: false }).catch(() => server.destroy());
    pump(server, client, { ...common, onBytes: down, isAnswer: true }).catch(() => {
      if (!toxics.swallow) client.destroy();
    });
  };

  /** What becomes of the one end shows at the other, unless everything is swallowed. */
  const link = (socket: Socket, peer: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {
      if (!toxics.swallow) peer.destroy();
    });
    socket.once('close', () => sockets.delete(socket));
  };

  const proxy = createServer({ allowHalfOpen: true }, accept);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    connections,
    bytes,
    set(next) {
      toxics = next;
      if (next.down || (next.reset && next.limitBytes === undefined)) {
        for (const socket of sockets) cut(socket, next);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
