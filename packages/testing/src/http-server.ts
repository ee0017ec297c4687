import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FixtureScript } from './fixture-script.ts';
import {
  createFixtureSession,
  type FixtureSession,
  type JsonRpcMessage,
} from './fixture-session.ts';
import {
  type FixtureHttpServer,
  type FixtureRequest,
  listen,
  readRequest,
  refusal,
} from './http-listener.ts';

type Responses = Map<string | number, ServerResponse>;

/** Ids are a client's own: two sessions may use the same. */
interface OpenSession {
  readonly session: FixtureSession;
  readonly responses: Responses;
}

/** Starts a scripted server over streamable HTTP; `exit` cuts the connection of the call. */
export async function startFixtureHttpServer(script: FixtureScript): Promise<FixtureHttpServer> {
  const requests: FixtureRequest[] = [];
  const sessions = new Map<string, OpenSession>();

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const status = refusal(script, request) ?? (request.method === 'GET' ? 405 : undefined);
    if (status !== undefined || request.message === undefined) return end(response, status ?? 200);
    const id = sessionFor(request);
    const session = sessions.get(id);
    if (session === undefined) return end(response, 404);
    response.setHeader('mcp-session-id', id);
    await receive(session, request.message, response);
  };

  const sessionFor = ({ rpcMethod, headers }: FixtureRequest) => {
    if (rpcMethod !== 'initialize') return String(headers['mcp-session-id']);
    const id = randomUUID();
    const responses: Responses = new Map();
    sessions.set(id, { session: openSession(script, responses), responses });
    return id;
  };

  const receive = async (
    { session, responses }: OpenSession,
    message: JsonRpcMessage,
    response: ServerResponse,
  ) => {
    if (message.method === undefined || message.id === undefined) {
      end(response, 202);
      return session.receive(message);
    }
    responses.set(message.id, response);
    response.setHeader('content-type', script.sse ? 'text/event-stream' : 'application/json');
    if (script.sse) response.flushHeaders();
    return session.receive(message);
  };

  return listen((incoming, response) => void answer(incoming, response), {
    path: '/mcp',
    requests,
  });
}

function openSession(script: FixtureScript, responses: Responses): FixtureSession {
  const isAnswer = (message: JsonRpcMessage) => message.method === undefined;
  return createFixtureSession(script, {
    send(message, cause) {
      const response = responses.get(cause.id ?? '');
      const json = JSON.stringify(message);
      if (script.sse) response?.write(`event: message\ndata: ${json}\n\n`);
      // A JSON response has room for the answer alone.
      else if (isAnswer(message)) response?.write(json);
      if (isAnswer(message)) response?.end();
    },
    log: () => undefined,
    exit: () => {
      for (const response of responses.values()) response.destroy();
    },
  });
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(status >= 400 ? `status ${status}` : undefined);
}
