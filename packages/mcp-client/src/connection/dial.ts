import type { ConfiguredServer, ExpandedServer, ServerConfig } from '@toolpool/config';
import { maskArguments, redactUrl } from '@toolpool/foundation/text';
import { type Limiter, sleep } from '@toolpool/foundation/timing';
import {
  createTransport,
  type ToolpoolTransport,
  type TransportDependencies,
} from '@toolpool/transports';
import { maskLiterals } from '../mask-literals.ts';
import { type ClientInfo, openSession } from '../session/open-session.ts';
import type { Session } from '../session/session.ts';
import type { Telemetry } from '../session/telemetry.ts';
import { registerCleanup } from './cleanup-registry.ts';
import { httpStatusOf } from './connect-failure.ts';
import { type ConnectionHeaders, withHeaders } from './connection-headers.ts';
import { olderRevision } from './older-revision.ts';
import { isPassingFailure } from './passing-failure.ts';
import { connectTimeoutMs, isLocalServer } from './settings.ts';

const REMOTE_TRIES = 3;
const BACKOFF_MS = 200;

export interface DialOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly clientInfo: ClientInfo;
  readonly telemetry?: Telemetry | undefined;
  readonly inProcessServer?: TransportDependencies['inProcessServer'];
  readonly accountTokens?: TransportDependencies['accountTokens'] | undefined;
  readonly connectTimeoutMs?: number | undefined;
  /** How often to try in all. @default 3 for a remote server, 1 for a local one */
  readonly tries?: number | undefined;
  /** Held while one try lasts, not between tries. */
  readonly slots: Limiter;
  /** Asks the gate, before each try, since a wait for a slot or between tries may be long. */
  readonly passGate: () => Promise<void>;
  /** Ends the attempt, and on stdio the processes it started. */
  readonly signal: AbortSignal;
  /** Makes further headers, once the gate has been passed: of a helper, or of a login. */
  readonly headers: ConnectionHeaders['source'];
  readonly onAttempt: (attempt: number, maxAttempts: number) => void;
}

/**
 * Opens a session with a server. A remote server that refuses or resets the connection, or answers
 * 5xx, is tried again; a timeout is not repeated. One that refuses our revision of the protocol is
 * offered an older one, once.
 */
export async function dial(
  server: ConfiguredServer,
  expanded: ExpandedServer,
  options: DialOptions,
): Promise<Session> {
  const { tries = isLocalServer(server.config) ? 1 : REMOTE_TRIES, signal } = options;
  for (let attempt = 1; ; attempt++) {
    options.onAttempt(attempt, tries);
    try {
      return await options.slots(() => dialWithHeaders(server, expanded, options), signal);
    } catch (error) {
      if (attempt === tries || !isPassingFailure(error) || signal.aborted) throw error;
    }
    await sleep(BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random()), signal);
  }
}

/** A handshake that is refused is made once more with new headers; HTTP sees to that by itself. */
async function dialWithHeaders(
  server: ConfiguredServer,
  expanded: ExpandedServer,
  options: DialOptions,
): Promise<Session> {
  try {
    return await dialInAnyRevision(server, expanded, options);
  } catch (error) {
    const isRefused = [401, 403].includes(httpStatusOf(error) ?? 0);
    const canRenew = options.headers !== undefined && expanded.config.type === 'ws';
    if (!isRefused || !canRenew || options.signal.aborted) throw error;
    return await dialInAnyRevision(server, expanded, options);
  }
}

async function dialInAnyRevision(
  server: ConfiguredServer,
  expanded: ExpandedServer,
  options: DialOptions,
): Promise<Session> {
  try {
    return await dialOnce(server, expanded, { ...options, revision: undefined });
  } catch (error) {
    const revision = olderRevision(error);
    if (revision === undefined || options.signal.aborted) throw error;
    return await dialOnce(server, expanded, { ...options, revision });
  }
}

async function dialOnce(
  server: ConfiguredServer,
  { config, secrets }: ExpandedServer,
  options: DialOptions & { readonly revision: string | undefined },
): Promise<Session> {
  const { env, clientInfo, inProcessServer, accountTokens, signal, headers } = options;
  await options.passGate();
  signal.throwIfAborted();
  await headers?.start();
  signal.throwIfAborted();
  const transport = createTransport(withHeaders(config, headers), {
    serverName: server.name,
    display: displayOf(server.config),
    secrets,
    environment: env,
    ...(inProcessServer && { inProcessServer }),
    ...(accountTokens && { accountTokens }),
    ...(headers && { headerSource: headers }),
    // A call has clocks of its own, which progress and questions to a person move.
    callTimeoutMs: 0,
  });
  // Registered before anything is started: the end of this process must find it at any moment.
  const unregister = registerCleanup(() => transport.close());
  const abort = () => void transport.close().catch(() => undefined);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const session = await openSession(transport, {
      server: server.name,
      clientInfo,
      secrets: secretsOf(transport, headers?.secrets ?? secrets),
      revision: options.revision,
      telemetry: options.telemetry,
      connectTimeoutMs: connectTimeoutMs(options.connectTimeoutMs, config, env),
    });
    session.onClose(() => {
      // A server that died by itself may have left children of its own behind.
      void transport
        .close()
        .catch(() => undefined)
        .finally(unregister);
    });
    return session;
  } catch (error) {
    unregister();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What messages may show of a launch: the config as written, without what it says that is secret. */
function displayOf(config: ServerConfig): { command?: string; url?: string } {
  if (config.type === 'stdio')
    return { command: [config.command, ...maskArguments(config.args, maskLiterals)].join(' ') };
  return 'url' in config ? { url: redactUrl(config.url) } : {};
}

/** Shorter ids are words of ordinary text too, and guard nothing. */
const MIN_SESSION_ID = 8;

/** What no message may hold at the time it is made: the id of the session is one of them. */
function secretsOf(transport: ToolpoolTransport, known: Iterable<string>): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      yield* known;
      const { sessionId } = transport;
      if (sessionId !== undefined && sessionId.length >= MIN_SESSION_ID) yield sessionId;
    },
  };
}
