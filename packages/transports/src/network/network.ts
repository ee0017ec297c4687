import type { SecureContext } from 'node:tls';
import { createLimiter } from '@toolpool/foundation/timing';
import type { Agent, Dispatcher } from 'undici';
import type { ServerWording } from '../server-wording.ts';
import type { TlsFiles } from '../transport-config.ts';
import { openTunnel } from './open-tunnel.ts';
import { proxyFor } from './proxy-for.ts';
import { readSecureContext } from './secure-context.ts';

/** 64 sockets in all. What is said beside the calls must not wait for the calls to end. */
const SOCKETS = { calls: 56, control: 8 } as const;

/** Requests that may last, and those that are soon done or wait for nobody. */
export type Lane = keyof typeof SOCKETS;

export interface NetworkOptions {
  readonly tls: TlsFiles | undefined;
  readonly wording: ServerWording;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The sockets to one server: through the proxy that the environment names, by the certificates that
 * the entry names, without the timers of 300 s that Node puts on bodies, and so many at most. Nothing
 * is loaded or opened before the first request.
 */
export class Network {
  readonly #options: NetworkOptions;
  readonly #dispatchers = new Map<string, Dispatcher>();
  #loading: Promise<Loaded> | undefined;
  readonly #closing = new AbortController();

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** The `fetch` of one lane. */
  fetchOf(lane: Lane): typeof fetch {
    // A request costs memory from its start; in a queue of undici's own, a thousand would cost seconds.
    const withSlot = createLimiter(SOCKETS[lane]);
    const send = async (input: string | URL, init: RequestInit = {}) => {
      this.#loading ??= this.#load();
      const { undici, secureContext } = await this.#loading;
      const dispatcher = this.#dispatcherOf(lane, new URL(input), { undici, secureContext });
      // Its types are those of another copy of the same declarations.
      const own = { ...init, dispatcher } as Parameters<typeof undici.fetch>[1];
      const response = await withSlot(() => undici.fetch(input, own), init.signal);
      return response as unknown as Response;
    };
    return send as typeof fetch;
  }

  /** Cuts every socket. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#dispatchers.values()].map((each) => each.destroy()));
  }

  async #load(): Promise<Loaded> {
    const { tls, wording } = this.#options;
    // The default export alone is there in a bundle, too: undici is CommonJS.
    const [{ default: undici }, secureContext] = await Promise.all([
      import('undici'),
      readSecureContext(tls, wording),
    ]);
    return { undici, secureContext };
  }

  #dispatcherOf(lane: Lane, url: URL, loaded: Loaded): Dispatcher {
    const { signal } = this.#closing;
    if (signal.aborted) throw new Error('The network is closed.');
    const key = `${lane} ${url.origin}`;
    const known = this.#dispatchers.get(key);
    if (known !== undefined) return known;
    const dispatcher = createDispatcher(loaded, {
      proxy: proxyFor(url, this.#options.environment),
      connections: SOCKETS[lane],
      signal,
    });
    this.#dispatchers.set(key, dispatcher);
    return dispatcher;
  }
}

interface DispatcherOptions {
  readonly proxy: URL | undefined;
  readonly connections: number;
  /** Ends what is being opened. */
  readonly signal: AbortSignal;
}

interface Loaded {
  readonly undici: typeof import('undici').default;
  readonly secureContext: SecureContext | undefined;
}

function createDispatcher(
  { undici, secureContext }: Loaded,
  { proxy, connections, signal }: DispatcherOptions,
): Dispatcher {
  // Said aloud, so that no variable of the environment switches the check off.
  const connect = { rejectUnauthorized: true, ...(secureContext && { secureContext }) };
  const options: Agent.Options = { connections, bodyTimeout: 0, headersTimeout: 0 };
  if (proxy === undefined) return new undici.Agent({ ...options, connect });
  const connectOver = undici.buildConnector(connect);
  return new undici.Agent({
    ...options,
    connect({ hostname, port, protocol, ...rest }, callback) {
      const isSecure = protocol === 'https:';
      openTunnel(proxy, `${hostname}:${port || (isSecure ? 443 : 80)}`, signal).then(
        (httpSocket) => {
          if (isSecure) connectOver({ ...rest, hostname, port, protocol, httpSocket }, callback);
          else callback(null, httpSocket);
        },
        (error: Error) => callback(error, null),
      );
    },
  });
}
