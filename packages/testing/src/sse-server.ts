import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FixtureScript } from './fixture-script.ts';
import { createFixtureSession, type FixtureSession } from './fixture-session.ts';
import {
  type FixtureHttpServer,
  type FixtureRequest,
  listen,
  readRequest,
  refusal,
} from './http-listener.ts';

/** Starts a scripted server over the HTTP+SSE transport of revision 2024-11-05. */
export async function startFixtureSseServer(script: FixtureScript): Promise<FixtureHttpServer> {
  const requests: FixtureRequest[] = [];
  const sessions = new Map<string, FixtureSession>();

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const url = new URL(request.url, 'http://localhost');
    const status = refusal(script, request) ?? refusalOfRoute(request.method, url.pathname);
    if (status !== undefined) return response.writeHead(status).end(`status ${status}`);
    if (request.method === 'GET') return openStream(response);
    const session = sessions.get(url.searchParams.get('sessionId') ?? '');
    if (session === undefined || request.message === undefined) {
      return response.writeHead(404).end('no session');
    }
    response.writeHead(202).end('Accepted');
    return session.receive(request.message);
  };

  const openStream = (response: ServerResponse) => {
    const id = randomUUID();
    const write = (event: string, data: string) => {
      response.write(`event: ${event}\ndata: ${data}\n\n`);
    };
    const session = createFixtureSession(script, {
      send: (message) => write('message', JSON.stringify(message)),
      log: () => undefined,
      exit: () => void response.destroy(),
    });
    sessions.set(id, session);
    response.on('close', () => sessions.delete(id));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write('endpoint', `/messages?sessionId=${id}`);
  };

  return listen((incoming, response) => void answer(incoming, response), {
    path: '/sse',
    requests,
  });
}

function refusalOfRoute(method: string, path: string): number | undefined {
  if (path !== '/sse' && path !== '/messages') return 404;
  return (method === 'GET') === (path === '/sse') ? undefined : 405;
}
