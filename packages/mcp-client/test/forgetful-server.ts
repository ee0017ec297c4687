import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type FixtureHttpServer,
  type FixtureScript,
  startFixtureHttpServer,
} from '@toolpool/testing';

export interface ForgetfulServer extends AsyncDisposable {
  readonly url: string;
  /** Forgets the sessions there are, or from now on every session once its handshake is done. */
  readonly forget: (which: 'current' | 'every') => void;
  /** How often a JSON-RPC method has come through. */
  readonly count: (rpcMethod: string) => number;
}

/** A scripted HTTP server that answers requests of sessions it has forgotten with 404 and a body. */
export async function startForgetfulServer(
  script: FixtureScript,
  body = '',
): Promise<ForgetfulServer> {
  const behind: FixtureHttpServer = await startFixtureHttpServer(script);
  const known = new Set<string>();
  const forgotten = new Set<string>();
  let forgetsAll = false;

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const sent = Buffer.concat(chunks).toString();
    const session = incoming.headers['mcp-session-id'];
    const isRequest = /"method":"(?!notifications)/.test(sent);
    const isForgotten = session !== undefined && (forgetsAll || forgotten.has(String(session)));
    if (isForgotten && isRequest) {
      response.writeHead(404, { 'content-type': 'text/html' }).end(body);
      return;
    }
    const { method = 'GET' } = incoming;
    const headers = Object.entries(incoming.headers).filter(([name]) => !HOP.has(name));
    const answer = await fetch(behind.url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(sent !== '' && { body: sent }),
    });
    const id = answer.headers.get('mcp-session-id');
    if (id !== null) known.add(id);
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      ...(id !== null && { 'mcp-session-id': id }),
    });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    forget: (which) => {
      forgetsAll = which === 'every';
      for (const id of known) forgotten.add(id);
    },
    count: (rpcMethod) => behind.requests.filter((each) => each.rpcMethod === rpcMethod).length,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await behind.close();
    },
  };
}

const HOP = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
]);
