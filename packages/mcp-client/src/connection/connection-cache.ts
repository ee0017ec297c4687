import type { AuthCache, TokenStore } from '@toolpool/auth';
import {
  type AskInput,
  type ConfiguredServer,
  type ConnectGate,
  expandServerConfig,
  type ServerConfig,
} from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { createLimiter, type Limiter } from '@toolpool/foundation/timing';
import type { ClientInfo } from '../session/open-session.ts';
import type { Session } from '../session/session.ts';
import type { Telemetry } from '../session/telemetry.ts';
import { failed, toFailure } from './connect-failure.ts';
import {
  type ConnectedServer,
  connectionBase,
  type PendingServer,
  type SettledConnection,
} from './connection.ts';
import { prepareHeaders } from './connection-headers.ts';
import { type DialOptions, dial } from './dial.ts';
import { GateRefusal, passGate } from './gate-refusal.ts';
import { batchSizes, isLocalServer } from './settings.ts';

export interface ConnectOptions {
  /**
   * Asked before anything of the server is expanded, and again before each start and dial: that of
   * `loadServerConfigs`. @default refuses servers of the project scope, allows all others
   */
  readonly mayConnect?: ConnectGate | undefined;
  /** Remembers which servers want a login, so that they are not dialled for nothing. */
  readonly authCache?: AuthCache | undefined;
  /** The logins of the user, which are sent to the servers that they are for. */
  readonly logins?: TokenStore | undefined;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Asks for the values of `${input:id}`. @default nobody is asked */
  readonly askInput?: AskInput | undefined;
  readonly clientInfo?: ClientInfo | undefined;
  readonly telemetry?: Telemetry | undefined;
  /** Where servers of type `claudeai-proxy` get the account's token. */
  readonly accountTokens?: DialOptions['accountTokens'];
  /** Finds the server objects of `sdk` entries. */
  readonly inProcessServer?: DialOptions['inProcessServer'];
  /** Milliseconds; beats the server's own and `MCP_TIMEOUT`. */
  readonly connectTimeoutMs?: number | undefined;
  /** Hears of every attempt as it starts. */
  readonly onAttempt?: ((pending: PendingServer) => void) | undefined;
}

/** What a host says besides about one attempt. */
export interface AttemptOptions extends ConnectOptions {
  readonly tries?: number | undefined;
}

interface Flight {
  readonly landing: Promise<SettledConnection>;
  readonly controller: AbortController;
}

interface Turn {
  readonly signal: AbortSignal;
  /** The end of an attempt that was given up. */
  readonly before: Flight['landing'] | undefined;
}

interface Live {
  readonly connection: ConnectedServer;
  readonly digest: string;
}

const CLIENT_INFO: ClientInfo = { name: 'toolpool', version: '0.1.0' };

/**
 * The connections of one host, at most one per server name, config hash and digest of the expanded
 * values. Concurrent calls for one server share one attempt; failures are not kept.
 */
export class ConnectionCache {
  readonly #flights = new Map<string, Flight>();
  readonly #live = new Map<string, Live>();
  /** Connections that still answer what they were asked before others took their place. */
  readonly #retired = new Set<ConnectedServer>();
  readonly #slots: { readonly local: Limiter; readonly remote: Limiter };
  #generation = 0;
  #isClosed = false;

  constructor(env: NodeJS.ProcessEnv) {
    const { local, remote } = batchSizes(env);
    this.#slots = { local: createLimiter(local), remote: createLimiter(remote) };
  }

  /** Connects a server, or gives the connection there is. Never rejects. */
  connect(server: ConfiguredServer, options: AttemptOptions = {}): Promise<SettledConnection> {
    if (this.#isClosed) return Promise.resolve(failed(server, cacheClosed(server.name)));
    const key = keyOf(server);
    const running = this.#flights.get(key);
    if (running && !running.controller.signal.aborted) return running.landing;
    // Known from the start, also while it waits for the end of one before it: it can be cleared too.
    const controller = new AbortController();
    const turn = { signal: controller.signal, before: running?.landing };
    const landing = this.#establish(server, options, turn).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    const flight = { landing, controller };
    this.#flights.set(key, flight);
    return landing;
  }

  /** Whether the connection there is was made with the values that the references have by now. */
  async isCurrent(server: ConfiguredServer, options: ConnectOptions): Promise<boolean> {
    const { env = process.env, askInput } = options;
    const live = this.#live.get(keyOf(server));
    try {
      const { digest } = await expandServerConfig(server, { env, ask: askInput });
      return digest === live?.digest;
    } catch {
      return false;
    }
  }

  /** Closes a server's connection, or the attempt to make one, and forgets it. Never rejects. */
  async clear(server: ConfiguredServer): Promise<void> {
    const key = keyOf(server);
    const flight = this.#flights.get(key);
    flight?.controller.abort(interrupted(server.name));
    await flight?.landing;
    await Promise.all(this.#open(key).map((connection) => connection.cleanup()));
  }

  /**
   * Forgets a connection, so that the next call makes another, and closes it once what it was asked
   * has its answers.
   */
  retire(connection: ConnectedServer): void {
    const key = keyOf(connection.server);
    if (this.#live.get(key)?.connection === connection) this.#live.delete(key);
    this.#retired.add(connection);
    connection.session.onClose(() => this.#retired.delete(connection));
    connection.session.retire();
  }

  /** Closes everything, all at once; nothing is connected afterwards. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const flights = Array.from(this.#flights.values(), ({ controller, landing }) => {
      controller.abort(interrupted());
      return landing;
    });
    const cleanUp = () => Promise.all(this.#open().map((connection) => connection.cleanup()));
    await Promise.all([cleanUp(), ...flights]);
    // An attempt may have succeeded in the moment of its end.
    await cleanUp();
  }

  /** What is open of one server, or of all. */
  #open(key?: string): readonly ConnectedServer[] {
    const live = Array.from(this.#live.values(), ({ connection }) => connection);
    const all = [...live, ...this.#retired];
    return key === undefined ? all : all.filter(({ server }) => keyOf(server) === key);
  }

  async #establish(
    server: ConfiguredServer,
    options: AttemptOptions,
    { signal, before }: Turn,
  ): Promise<SettledConnection> {
    const { mayConnect = allowUnlessProject, authCache, env = process.env } = options;
    const key = keyOf(server);
    let launched: () => ServerConfig | undefined = () => undefined;
    try {
      if (before) await before;
      signal.throwIfAborted();
      await passGate(server, mayConnect);
      const live = this.#live.get(key);
      if (!live && (await authCache?.needsAuth(key))) {
        const reason = `Server "${server.name}" wanted a login a short while ago.`;
        return { ...connectionBase(server), type: 'needs-auth', reason };
      }
      const expanded = await expandServerConfig(server, { env, ask: options.askInput });
      if (live?.digest === expanded.digest && this.#live.has(key)) return live.connection;
      await live?.connection.cleanup();
      const headers = await prepareHeaders(server, expanded, { env, logins: options.logins });
      launched = headers.launched;
      const common = this.#dialOptions(server, options, signal);
      const dialOptions = { ...common, headers: headers.source };
      const session = await dial(server, expanded, dialOptions);
      return this.#keep(server, session, expanded.digest);
    } catch (error) {
      const cause = signal.aborted ? signal.reason : error;
      if (cause instanceof GateRefusal) {
        await this.#live.get(key)?.connection.cleanup();
        return cause.toConnection(server);
      }
      const failure = toFailure(server, cause, launched());
      if (failure.type === 'needs-auth') await authCache?.remember(key);
      return failure;
    }
  }

  #dialOptions(
    server: ConfiguredServer,
    options: AttemptOptions,
    signal: AbortSignal,
  ): Omit<DialOptions, 'headers'> {
    const { env = process.env, clientInfo = CLIENT_INFO, onAttempt } = options;
    const { inProcessServer, accountTokens } = options;
    const { mayConnect = allowUnlessProject } = options;
    return {
      passGate: () => passGate(server, mayConnect),
      env,
      clientInfo,
      telemetry: options.telemetry,
      inProcessServer,
      accountTokens,
      connectTimeoutMs: options.connectTimeoutMs,
      tries: options.tries,
      slots: isLocalServer(server.config) ? this.#slots.local : this.#slots.remote,
      signal,
      onAttempt: (attempt, maxAttempts) =>
        onAttempt?.({
          ...connectionBase(server),
          type: 'pending',
          phase: 'connecting',
          attempt,
          maxAttempts,
        }),
    };
  }

  #keep(server: ConfiguredServer, session: Session, digest: string): ConnectedServer {
    const key = keyOf(server);
    const { serverInfo, capabilities, instructions } = session;
    const forget = () => {
      if (this.#live.get(key)?.connection === connection) this.#live.delete(key);
    };
    const connection: ConnectedServer = {
      ...connectionBase(server),
      type: 'connected',
      generation: ++this.#generation,
      session,
      serverInfo,
      capabilities,
      ...(instructions !== undefined && { instructions }),
      cleanup: async () => {
        forget();
        await session.close().catch(() => undefined);
      },
    };
    this.#live.set(key, { connection, digest });
    session.onClose(forget);
    return connection;
  }
}

function keyOf({ name, hash }: ConfiguredServer): string {
  return JSON.stringify([name, hash]);
}

function cacheClosed(server: string): ToolpoolError {
  return new ToolpoolError(`Server "${server}" was not connected: its host is closed.`, {
    code: 'TOOLPOOL_TRANSPORT_CLOSED',
    server,
  });
}

function interrupted(server?: string): ToolpoolError {
  const which = server === undefined ? 'The connections were' : `The connection to "${server}" was`;
  return new ToolpoolError(`${which} closed while it was being made.`, {
    code: 'TOOLPOOL_TRANSPORT_CLOSED',
    server,
  });
}

/** The gate where none is given: without one that knows of approvals, nothing of a project runs. */
export const allowUnlessProject: ConnectGate = async ({ name, scope }) => {
  if (scope !== 'project') return { allowed: true };
  return {
    allowed: false,
    status: 'pending-approval',
    reason: `Server "${name}" comes from a project and nothing was given that knows of its approval.`,
    code: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
  };
};
