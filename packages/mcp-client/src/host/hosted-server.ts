import type { ConfiguredServer } from '@toolpool/config';
import type { ToolpoolError } from '@toolpool/foundation/errors';
import { failed } from '../connection/connect-failure.ts';
import {
  type ConnectedServer,
  connectionBase,
  type MCPServerConnection,
  type SettledConnection,
} from '../connection/connection.ts';
import type { ConnectionCache, ConnectOptions } from '../connection/connection-cache.ts';
import { connectTimeoutMs } from '../connection/settings.ts';
import { sessionClosed } from '../session/request-errors.ts';
import type { DefinitionPins } from './definition-pins.ts';
import type { HostEventName, HostEvents } from './host-events.ts';
import { discoverLists, type ListName, NO_LISTS, type ServerLists } from './server-lists.ts';
import { createToolFilter } from './tool-filter.ts';

export interface HostedServerOptions {
  readonly cache: ConnectionCache;
  readonly connect: ConnectOptions & { readonly env: NodeJS.ProcessEnv };
  readonly lists: ReadonlySet<ListName>;
  readonly pins?: DefinitionPins | undefined;
  readonly emit: Emit;
}

/** Emits an event about a connection; who emits leaves out what the host adds. */
export type Emit = <Name extends HostEventName>(
  name: Name,
  event: Omit<HostEvents[Name], 'connected'>,
) => void;

/**
 * One server of a host: the only place where its state changes, so that state, lists and events
 * always agree.
 */
export class HostedServer {
  readonly server: ConfiguredServer;
  readonly #options: HostedServerOptions;
  #connection: MCPServerConnection;
  #lists = NO_LISTS;
  #attempt: Promise<SettledConnection> | undefined;
  #durationMs: number | undefined;

  constructor(server: ConfiguredServer, options: HostedServerOptions) {
    this.server = server;
    this.#options = options;
    this.#connection = { ...connectionBase(server), type: 'pending', attempt: 0, maxAttempts: 0 };
  }

  get name(): string {
    return this.server.name;
  }

  get connection(): MCPServerConnection {
    return this.#connection;
  }

  get lists(): ServerLists {
    return this.#lists;
  }

  /** From the start of the last attempt until its lists were there, in milliseconds. */
  get durationMs(): number | undefined {
    return this.#durationMs;
  }

  /** The running attempt, if there is one. */
  get attempt(): Promise<SettledConnection> | undefined {
    return this.#attempt;
  }

  /** Connects and lists, once at a time; a server that is connected stays as it is. Never rejects. */
  connect(): Promise<SettledConnection> {
    if (this.#attempt !== undefined) return this.#attempt;
    if (this.#connection.type === 'connected') return Promise.resolve(this.#connection);
    this.#attempt = this.#run().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  async #run(): Promise<SettledConnection> {
    const { cache, connect } = this.#options;
    const startedAt = performance.now();
    const settled = await cache.connect(this.server, {
      ...connect,
      onAttempt: (pending) => {
        this.#connection = pending;
        const { attempt, maxAttempts } = pending;
        this.#emit('connecting', { server: this.name, attempt, maxAttempts });
      },
    });
    this.#connection = settled;
    this.#tell(settled);
    if (settled.type === 'connected') await this.#adopt(settled);
    this.#durationMs = performance.now() - startedAt;
    const { connection } = this;
    // The server may have died while it was listing.
    return connection.type === 'pending' ? settled : connection;
  }

  async #adopt(connection: ConnectedServer): Promise<void> {
    connection.session.onClose((reason) => this.#lose(connection, reason));
    const { connect, lists, pins } = this.#options;
    const { connectTimeoutMs: hostMs, env } = connect;
    const isWanted = createToolFilter(this.server.config);
    await discoverLists(connection, lists, {
      timeoutMs: connectTimeoutMs(hostMs, this.server.config, env),
      pins,
      tell: ({ name, ...found }) => {
        if (this.#connection !== connection) return;
        this.#lists = {
          ...this.#lists,
          ...found,
          ...(found.tools && { tools: found.tools.filter((tool) => isWanted(tool.name)) }),
          problems: [...this.#lists.problems, ...found.problems],
        };
        if (isOffering(found)) this.#emit(`${name}-changed`, { server: this.name });
      },
    });
  }

  /** A late event of an earlier connection changes nothing. */
  #lose(connection: ConnectedServer, reason: ToolpoolError | undefined): void {
    if (this.#connection !== connection) return;
    const { tools, resources, templates, commands } = this.#lists;
    this.#connection = failed(this.server, reason ?? sessionClosed(this.name));
    this.#lists = NO_LISTS;
    this.#emit('disconnected', { server: this.name, ...(reason && { error: reason }) });
    if (isOffering({ tools })) this.#emit('tools-changed', { server: this.name });
    if (isOffering({ resources, templates })) {
      this.#emit('resources-changed', { server: this.name });
    }
    if (isOffering({ commands })) this.#emit('prompts-changed', { server: this.name });
  }

  #tell(settled: SettledConnection): void {
    const server = this.name;
    if (settled.type === 'connected') this.#emit('connected', { server, connection: settled });
    else if (settled.type === 'failed') this.#emit('failed', { server, error: settled.error });
    else this.#emit(settled.type, { server, reason: settled.reason });
  }

  readonly #emit: Emit = (name, event) => this.#options.emit(name, event);
}

/** Whether any of the lists has something in it: only that changes what the host offers. */
function isOffering({ tools, resources, templates, commands }: OfferedLists): boolean {
  return [tools, resources, templates, commands].some(
    (list) => list !== undefined && list.length > 0,
  );
}

type OfferedLists = {
  readonly [Name in keyof Omit<ServerLists, 'problems'>]?: ServerLists[Name] | undefined;
};
