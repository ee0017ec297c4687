import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport, type TransportConfig, type TransportDependencies } from '../src/index.ts';
import { attach, type Fixture } from './fixture-client.ts';

/** Starts a transport to a URL. */
export async function connect(
  config: TransportConfig,
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

export const JSON_TYPE = { 'content-type': 'application/json' };
export const EVENTS_TYPE = { 'content-type': 'text/event-stream' };

/** The text of an answer to the request in a body. */
export function answerTo(body: string, result: unknown = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result });
}

/** Answers a request with JSON, and takes a notification. */
export function answer(response: ServerResponse, body: string, result?: unknown): void {
  if (body.includes('"id"')) response.writeHead(200, JSON_TYPE).end(answerTo(body, result));
  else response.writeHead(202).end();
}
