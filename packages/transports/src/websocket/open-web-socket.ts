import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientOptions, WebSocket } from 'ws';
import type { Endpoint } from '../http/endpoint.ts';
import { createStatusError } from '../http/http-errors.ts';
import { openTunnel } from '../network/open-tunnel.ts';
import { proxyFor } from '../network/proxy-for.ts';

const SUB_PROTOCOL = 'mcp';
const EXCERPT_BYTES = 4096;

export interface OpenOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** The longest message; one that is longer closes the connection with 1009. */
  readonly maxBytes: number;
  readonly handshakeTimeoutMs: number;
  /** Ends the opening. */
  readonly signal: AbortSignal;
  /** Bound before the handshake ends: a server may speak at once. */
  readonly onMessage: (data: Buffer) => void;
}

export interface OpenedWebSocket {
  readonly socket: WebSocket;
  /** What it runs over. */
  readonly connection: Socket;
}

/** Opens a WebSocket to an endpoint; the refusal of a server is an error with its status and body. */
export async function openWebSocket(
  endpoint: Endpoint,
  { environment, maxBytes, handshakeTimeoutMs, signal, onMessage }: OpenOptions,
): Promise<OpenedWebSocket> {
  const { WebSocket } = await import('ws');
  const createConnection = await connectorOverProxy(endpoint.url, environment, signal);
  signal.throwIfAborted();
  const socket = new WebSocket(endpoint.url, SUB_PROTOCOL, {
    headers: Object.fromEntries(endpoint.headers),
    maxPayload: maxBytes,
    // It costs more memory than it saves, and lets a small frame unfold into a large one.
    perMessageDeflate: false,
    handshakeTimeout: handshakeTimeoutMs,
    // Said aloud, so that no variable of the environment switches the check off.
    rejectUnauthorized: true,
    ...(createConnection && { createConnection }),
  } as ClientOptions);
  socket.on('message', (data) => onMessage(data as Buffer));
  return new Promise((resolve, reject) => {
    const abort = () => socket.terminate();
    signal.addEventListener('abort', abort, { once: true });
    let connection: Socket | undefined;
    socket.once('upgrade', (response) => {
      connection = response.socket;
    });
    socket.once('unexpected-response', (_, response) => {
      void readRefusal(response, endpoint).then((error) => {
        reject(error);
        socket.terminate();
      });
    });
    socket.on('error', reject);
    socket.once('open', () => {
      signal.removeEventListener('abort', abort);
      socket.off('error', reject);
      resolve({ socket, connection: connection as Socket });
    });
  });
}

/** How to connect through the proxy that the environment names, if it names one. */
async function connectorOverProxy(
  url: URL,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<(() => Socket) | undefined> {
  const proxy = proxyFor(url, environment);
  if (proxy === undefined) return undefined;
  const socket = await openTunnel(proxy, `${url.hostname}:${url.port || defaultPort(url)}`, signal);
  if (url.protocol === 'ws:') return () => socket;
  const { connect } = await import('node:tls');
  // An address is no name to indicate (RFC 6066, section 3).
  const isAddress = /^\[|^[\d.]+$/.test(url.hostname);
  const name = isAddress ? {} : { servername: url.hostname };
  return () => connect({ socket, ...name, rejectUnauthorized: true });
}

function defaultPort({ protocol }: URL): number {
  return protocol === 'wss:' ? 443 : 80;
}

async function readRefusal(response: IncomingMessage, endpoint: Endpoint): Promise<Error> {
  let body = '';
  try {
    for await (const chunk of response) {
      body += chunk;
      if (body.length >= EXCERPT_BYTES) break;
    }
  } catch {
    // What arrived before it broke is quoted.
  }
  const { statusCode: status = 500, statusMessage = '', headers } = response;
  const location = headers.location === undefined ? {} : { location: headers.location };
  const shown = new Response(null, { status, statusText: statusMessage, headers: location });
  return createStatusError(shown, body, endpoint);
}
