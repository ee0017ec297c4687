import { isDeepStrictEqual } from 'node:util';
import type { ConfiguredServer, ConnectGate } from '@toolpool/config';
import { StoredCatalogue } from '../catalogue/stored-catalogue.ts';
import { ConnectionCache } from '../connection/connection-cache.ts';
import type { HostOptions, InProcessServerSource } from './host.ts';
import type { Emit } from './host-events.ts';
import { HostedServer } from './hosted-server.ts';
import type { ListName } from './server-lists.ts';

const ALL_LISTS: readonly ListName[] = ['tools', 'resources', 'prompts'];

/** What is wanted of one server: its entry and, where that is of type `sdk`, the object it means. */
export interface WantedServer {
  readonly server: ConfiguredServer;
  readonly object: InProcessServerSource | undefined;
}

/** A host or view that has a server of its own. */
export interface ServerHolder {
  /** Decides about servers that this holder was the first to have. */
  readonly gate: ConnectGate;
  hear: Hear;
}

type Hear = (hosted: HostedServer, ...event: Parameters<Emit>) => void;

/** A server that runs once, however many hold it. */
export interface SharedServer {
  readonly wanted: WantedServer;
  readonly hosted: HostedServer;
  /** Whose gate decides. */
  readonly founder: ServerHolder;
  readonly holders: Set<ServerHolder>;
}

export type RegistryOptions = Pick<
  HostOptions,
  | 'accountTokens'
  | 'authCache'
  | 'logins'
  | 'catalogueDirectory'
  | 'askInput'
  | 'clientInfo'
  | 'connectTimeoutMs'
  | 'definitionPins'
  | 'lists'
  | 'reconnect'
  | 'telemetry'
> & { readonly env: NodeJS.ProcessEnv };

/** The servers of a host and all its views, each there once and as long as somebody holds it. */
export class ServerRegistry {
  readonly #options: RegistryOptions;
  readonly #lists: ReadonlySet<ListName>;
  readonly #caches: Set<ConnectionCache>;
  readonly #cache: ConnectionCache;
  readonly #catalogue: StoredCatalogue | undefined;
  readonly #shared = new Map<string, SharedServer[]>();
  readonly #ending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#lists = new Set(options.lists ?? ALL_LISTS);
    this.#cache = new ConnectionCache(options.env);
    this.#caches = new Set([this.#cache]);
    const { catalogueDirectory: directory } = options;
    this.#catalogue =
      directory === undefined ? undefined : new StoredCatalogue(directory, this.#lists);
  }

  /** Whether servers may offer what is stored of them. */
  get hasCatalogue(): boolean {
    return this.#catalogue !== undefined;
  }

  /** The server that does already what is wanted. */
  find(wanted: WantedServer): SharedServer | undefined {
    return this.#shared.get(keyOf(wanted))?.find((shared) => isSame(shared.wanted, wanted));
  }

  /** Holds a server for the holder, and makes it when there is none yet. */
  acquire(wanted: WantedServer, holder: ServerHolder): SharedServer {
    const shared = this.find(wanted);
    shared?.holders.add(holder);
    return shared ?? this.found(wanted, holder);
  }

  /** Makes a server that runs by the word of this holder's gate. */
  found(wanted: WantedServer, founder: ServerHolder): SharedServer {
    const holders = new Set([founder]);
    const { server, object } = wanted;
    const { env, accountTokens, authCache, logins, askInput, clientInfo, telemetry } =
      this.#options;
    const { connectTimeoutMs, reconnect, definitionPins: pins } = this.#options;
    const hosted: HostedServer = new HostedServer(server, {
      cache: this.#cacheFor(wanted),
      lists: this.#lists,
      reconnect,
      pins,
      catalogue: this.#catalogue,
      connect: {
        ...{
          env,
          accountTokens,
          authCache,
          logins,
          askInput,
          clientInfo,
          connectTimeoutMs,
          telemetry,
        },
        mayConnect: (asked) => founder.gate(asked),
        inProcessServer: () => (typeof object === 'function' ? object() : object),
      },
      emit: (...event) => {
        for (const holder of [...holders]) holder.hear(hosted, ...event);
      },
    });
    const shared = { wanted, hosted, founder, holders };
    this.#shared.set(keyOf(wanted), [...(this.#shared.get(keyOf(wanted)) ?? []), shared]);
    return shared;
  }

  /** Lets a server go; the last one to do so ends it. Never rejects. */
  async release(shared: SharedServer, holder: ServerHolder): Promise<void> {
    if (shared.holders.size === 1 && shared.holders.has(holder)) {
      this.#forget(shared);
      const ending = shared.hosted.end();
      this.#ending.add(ending);
      // Held until then: the holder hears that it is disconnected.
      await ending;
      this.#ending.delete(ending);
    }
    shared.holders.delete(holder);
  }

  /** Ends every server, all at once; none is connected afterwards. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const servers = [...this.#shared.values()].flat();
    await Promise.all([
      ...Array.from(this.#caches, (cache) => cache.close()),
      ...servers.map(({ hosted }) => hosted.end()),
      ...this.#ending,
    ]);
    await this.#catalogue?.settled();
  }

  /** A cache knows a server by name and hash; two that differ in more must not share one. */
  #cacheFor(wanted: WantedServer): ConnectionCache {
    if (this.#isClosed || !this.#shared.has(keyOf(wanted))) return this.#cache;
    const cache = new ConnectionCache(this.#options.env);
    this.#caches.add(cache);
    return cache;
  }

  #forget(shared: SharedServer): void {
    const key = keyOf(shared.wanted);
    const others = this.#shared.get(key)?.filter((other) => other !== shared) ?? [];
    if (others.length > 0) this.#shared.set(key, others);
    else this.#shared.delete(key);
  }
}

function keyOf({ server: { name, hash } }: WantedServer): string {
  return JSON.stringify([name, hash]);
}

/** Whether two entries mean one server, whatever files they come from. */
export function isSame(left: WantedServer, right: WantedServer): boolean {
  return left.object === right.object && isDeepStrictEqual(factsOf(left), factsOf(right));
}

function factsOf({ server: { source, ...facts } }: WantedServer): object {
  return facts;
}
