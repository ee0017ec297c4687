import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { clampTimerMs } from '@toolpool/foundation/timing';
import type { ClientOptions, WebSocket } from 'ws';
import type { Endpoint } from '../http/endpoint.ts';
import { createStatusError } from '../http/http-errors.ts';
import { openTunnel } from '../network/open-tunnel.ts';
import { proxyFor } from '../network/proxy-for.ts';
import { readSecureContext } from '../network/secure-context.ts';
import type { TlsFiles } from '../transport-config.ts';

const SUB_PROTOCOL = 'mcp';
const EXCERPT_BYTES = 4096;

export interface OpenOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly tls: TlsFiles | undefined;
  /** The longest message; one that is longer closes the connection with 1009. */
  readonly maxBytes: number;
  /** From the first step to the last byte of the handshake, however it drips. */
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
  { environment, tls, maxBytes, handshakeTimeoutMs, signal, onMessage }: OpenOptions,
): Promise<OpenedWebSocket> {
  const limit = AbortSignal.timeout(clampTimerMs(handshakeTimeoutMs));
  const ending = AbortSignal.any([signal, limit]);
  const lateness = new DOMException(`No answer within ${handshakeTimeoutMs} ms.`, 'TimeoutError');
  const reasonToEnd = () => (limit.aborted ? lateness : signal.reason);
  const { WebSocket } = await import('ws');
  const secureContext = await readSecureContext(tls, endpoint.wording);
  const tunnel = await tunnelTo(endpoint.url, environment, ending).catch((error: unknown) => {
    throw ending.aborted ? reasonToEnd() : error;
  });
  // Said aloud, so that no variable of the environment switches the check off.
  const security = { rejectUnauthorized: true, ...(secureContext && { secureContext }) };
  const createConnection = tunnel && (await connectorOver(tunnel, endpoint.url, security));
  if (ending.aborted) throw reasonToEnd();
  const socket = new WebSocket(endpoint.url, SUB_PROTOCOL, {
    headers: Object.fromEntries(endpoint.headers),
    maxPayload: maxBytes,
    // It costs more memory than it saves, and lets a small frame unfold into a large one.
    perMessageDeflate: false,
    ...security,
    ...(createConnection && { createConnection }),
  } as ClientOptions);
  socket.on('message', (data) => onMessage(data as Buffer));
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(reasonToEnd());
      socket.terminate();
    };
    ending.addEventListener('abort', abort, { once: true });
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
      ending.removeEventListener('abort', abort);
      socket.off('error', reject);
      resolve({ socket, connection: connection as Socket });
    });
  });
}

/** A tunnel through the proxy that the environment names, if it names one. */
async function tunnelTo(
  url: URL,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Socket | undefined> {
  const proxy = proxyFor(url, environment);
  if (proxy === undefined) return undefined;
  return openTunnel(proxy, `${url.hostname}:${url.port || defaultPort(url)}`, signal);
}

async function connectorOver(
  tunnel: Socket,
  url: URL,
  security: ConnectionOptions,
): Promise<() => Socket> {
  if (url.protocol === 'ws:') return () => tunnel;
  const { connect } = await import('node:tls');
  // An address is no name to indicate (RFC 6066, section 3).
  const isAddress = /^\[|^[\d.]+$/.test(url.hostname);
  const name = isAddress ? {} : { servername: url.hostname };
  return () => connect({ socket: tunnel, ...name, ...security });
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
