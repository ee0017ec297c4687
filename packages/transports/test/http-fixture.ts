import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createTransport,
  type HttpTransportConfig,
  type SseTransportConfig,
  type TransportDependencies,
} from '../src/index.ts';
import { attach, type Fixture } from './fixture-client.ts';

/** Starts a transport to a URL. */
export async function connect(
  config: HttpTransportConfig | SseTransportConfig,
  dependencies: TransportDependencies = {},
): Promise<Fixture> {
  const fixture = attach(createTransport(config, dependencies));
  await fixture.transport.start();
  return fixture;
}

/** A server that answers as `handle` does, and keeps the requests it got. */
export interface RawServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
}

export async function startRawServer(
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<RawServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    let body = '';
    for await (const chunk of request) body += chunk;
    handle(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
