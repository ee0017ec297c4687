import type { ConfiguredServer, ConnectGate } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { compareText } from '@toolpool/foundation/values';
import { showName } from '../show-name.ts';
import type { Emit, EventHub } from './host-events.ts';
import type { HostedServer } from './hosted-server.ts';
import {
  isSame,
  type ServerHolder,
  type ServerRegistry,
  type SharedServer,
  type WantedServer,
} from './server-registry.ts';
import { hintAt, suggestNames } from './suggest-names.ts';
import { tellStanding, tellWithdrawn } from './tell-standing.ts';

export interface ServerSetOptions {
  readonly registry: ServerRegistry;
  /** Whose servers are seen too, unless one of its own has the name. */
  readonly parent: ServerSet | undefined;
  /** Decides about its own servers. */
  readonly gate: ConnectGate;
  /** Where its events are heard. */
  readonly hub: EventHub;
  /** Whether servers are connected as soon as they are there. */
  readonly eager: boolean;
}

/**
 * The servers that a host or a view sees, in the order of names: its own, and those of its parent. A
 * change of one set is a change of all sets below it.
 */
export class ServerSet implements ServerHolder {
  readonly gate: ConnectGate;
  readonly #options: ServerSetOptions;
  readonly #own = new Map<string, SharedServer>();
  readonly #children = new Set<ServerSet>();
  readonly #joining = new Set<Promise<void>>();
  #byName: ReadonlyMap<string, HostedServer> | undefined;
  #all: readonly HostedServer[] | undefined;
  #isClosed = false;

  constructor(options: ServerSetOptions) {
    this.#options = options;
    this.gate = options.gate;
    if (options.parent) options.parent.#children.add(this);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The same array until servers come or go. */
  get all(): readonly HostedServer[] {
    this.#all ??= [...this.#named().values()].sort((a, b) => compareText(a.name, b.name));
    return this.#all;
  }

  /** @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN` */
  get(name: string): HostedServer {
    const hosted = this.#named().get(name);
    if (hosted) return hosted;
    const suggestions = suggestNames(name, this.all);
    throw new ToolpoolError(`There is no server "${showName(name)}".`, {
      code: 'TOOLPOOL_SERVER_UNKNOWN',
      hint: hintAt(suggestions) ?? 'See which servers there are with: toolpool list',
      data: { suggestions },
    });
  }

  /** Resolves once no attempt is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#joining);
    await Promise.all(this.all.map(({ attempt }) => attempt));
  }

  /** Takes servers in as its own. */
  add(wanted: Iterable<WantedServer>): void {
    for (const each of wanted) this.#add(each);
  }

  /**
   * Makes these its own servers, all at once: those that are the same stay connected unless the gate
   * refuses them by now, the others end, and only then does another of the name begin. Never rejects.
   */
  async replace(wanted: Iterable<WantedServer>): Promise<void> {
    const byName = new Map(Array.from(wanted, (each) => [each.server.name, each]));
    const names = new Set([...this.#own.keys(), ...byName.keys()]);
    await Promise.all(Array.from(names, (name) => this.#replaceOne(name, byName.get(name))));
  }

  /** Lets go of its own servers, with all sets below it; sees nothing of its parent's any more. */
  async close(): Promise<void> {
    const { parent, registry } = this.#options;
    this.#isClosed = true;
    const own = Array.from(this.#own.values(), (shared) => registry.release(shared, this));
    await Promise.all([...Array.from(this.#children, (child) => child.close()), ...own]);
    if (parent) parent.#children.delete(this);
    if (parent) this.#own.clear();
    this.#changed();
  }

  hear(hosted: HostedServer, ...[name, event]: Parameters<Emit>): void {
    const { hub } = this.#options;
    if (hub.has(name)) hub.emit(name, { ...event, connected: this.#countConnected() } as never);
    for (const child of this.#children) {
      if (!child.#own.has(hosted.name)) child.hear(hosted, name, event);
    }
  }

  async #replaceOne(name: string, wanted: WantedServer | undefined): Promise<void> {
    const current = this.#own.get(name);
    if (current && wanted && isSame(current.wanted, wanted)) {
      if (current.founder.gate === this.gate || (await this.#allows(wanted.server))) {
        await this.#recheck(current);
        return;
      }
    }
    if (current) await this.#drop(name, current);
    if (wanted && !this.#isClosed) this.#add(wanted);
  }

  async #recheck({ hosted }: SharedServer): Promise<void> {
    if (hosted.connection.type === 'connected') await hosted.recheck();
    else this.#begin(hosted);
  }

  async #drop(name: string, shared: SharedServer): Promise<void> {
    const { registry } = this.#options;
    const isShared = shared.holders.size > 1;
    // One that ends is seen until it has: then no other of its name can run beside it.
    if (!isShared) await registry.release(shared, this);
    this.#own.delete(name);
    this.#changed();
    if (!isShared) return;
    await registry.release(shared, this);
    tellWithdrawn(shared.hosted, (...event) => this.hear(shared.hosted, ...event));
  }

  /** A server that runs by another gate's word is not seen before this one has let it. */
  #add(wanted: WantedServer): void {
    const running = this.#options.registry.find(wanted);
    if (!running || running.founder.gate === this.gate) {
      this.#hold(this.#options.registry.acquire(wanted, this));
      return;
    }
    this.#await(this.#join(wanted));
  }

  async #join(wanted: WantedServer): Promise<void> {
    const { registry } = this.#options;
    const isAllowed = await this.#allows(wanted.server);
    if (this.#isClosed) return;
    this.#hold(isAllowed ? registry.acquire(wanted, this) : registry.found(wanted, this));
  }

  #hold(shared: SharedServer): void {
    const { hosted } = shared;
    this.#own.set(hosted.name, shared);
    this.#changed();
    tellStanding(hosted, (...event) => this.hear(hosted, ...event));
    this.#begin(hosted);
  }

  /** Lets a server offer what is stored of it, or connects it. */
  #begin(hosted: HostedServer): void {
    const { registry, eager } = this.#options;
    const connect = () => {
      if (eager && !this.#isClosed) void hosted.connect();
    };
    if (!registry.hasCatalogue) {
      connect();
      return;
    }
    this.#await(hosted.offerStored().then((isOffered) => (isOffered ? undefined : connect())));
  }

  #await(work: Promise<void>): void {
    const joining = work.finally(() => this.#joining.delete(joining));
    this.#joining.add(joining);
  }

  async #allows(server: ConfiguredServer): Promise<boolean> {
    try {
      return (await this.gate(server)).allowed;
    } catch {
      // It fails the attempt to connect in the same way, and is told there.
      return false;
    }
  }

  #named(): ReadonlyMap<string, HostedServer> {
    const { parent } = this.#options;
    this.#byName ??= new Map([
      ...(parent && !this.#isClosed ? parent.#named() : []),
      ...Array.from(this.#own, ([name, { hosted }]) => [name, hosted] as const),
    ]);
    return this.#byName;
  }

  #changed(): void {
    this.#byName = undefined;
    this.#all = undefined;
    for (const child of this.#children) child.#changed();
  }

  #countConnected(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { connection } of this.all) {
      if (connection.type !== 'connected') continue;
      const { type } = connection.config;
      counts[type] = (counts[type] ?? 0) + 1;
    }
    return counts;
  }
}
