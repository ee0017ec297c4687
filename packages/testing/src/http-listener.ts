import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FixtureScript } from './fixture-script.ts';
import type { JsonRpcMessage } from './fixture-session.ts';

/** One HTTP request as it came in. */
export interface FixtureRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** The JSON-RPC method in its body. */
  readonly rpcMethod: string | undefined;
  readonly message: JsonRpcMessage | undefined;
}

export interface FixtureHttpServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly FixtureRequest[];
  /** How many connections there were so far. */
  readonly sockets: number;
  readonly close: () => Promise<void>;
}

interface ListenOptions {
  readonly path: string;
  readonly requests: readonly FixtureRequest[];
}

/** Listens on a free port of 127.0.0.1; closing cuts every connection. */
export async function listen(
  listener: RequestListener,
  { path, requests }: ListenOptions,
): Promise<FixtureHttpServer> {
  const server: Server = createServer(listener);
  let sockets = 0;
  server.on('connection', () => {
    sockets += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}${path}`,
    requests,
    get sockets() {
      return sockets;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Reads a request whole. */
export async function readRequest(request: IncomingMessage): Promise<FixtureRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const message: JsonRpcMessage | undefined = body === '' ? undefined : JSON.parse(body);
  const { method = '', url = '', headers } = request;
  return { method, url, headers, message, rpcMethod: message?.method };
}

/** The status with which a script refuses a request. */
export function refusal(script: FixtureScript, request: FixtureRequest): number | undefined {
  for (const [name, value] of Object.entries(script.requireHeader ?? {})) {
    if (request.headers[name.toLowerCase()] !== value) return 401;
  }
  return script.httpStatus?.[request.rpcMethod ?? request.method];
}
