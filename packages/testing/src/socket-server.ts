import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { FixtureScript } from './fixture-script.ts';
import { createFixtureSession } from './fixture-session.ts';

export interface FixtureSocketServer extends AsyncDisposable {
  readonly url: string;
  /** The headers of each connection so far. */
  readonly connections: readonly IncomingHttpHeaders[];
}

/** Starts a scripted server over WebSockets on a free port of 127.0.0.1. */
export async function startFixtureSocketServer(
  script: FixtureScript,
): Promise<FixtureSocketServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const connections: IncomingHttpHeaders[] = [];
  server.on('connection', (socket, { headers }) => {
    connections.push(headers);
    socket.on('error', () => undefined);
    const session = createFixtureSession(script, {
      send: (message) => socket.send(JSON.stringify(message)),
      log: () => undefined,
      exit: (code) => socket.close(1011, `exit ${code}`),
    });
    socket.on('message', (data) => void session.receive(JSON.parse(String(data))));
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
