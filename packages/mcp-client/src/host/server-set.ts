import { ToolpoolError } from '@toolpool/foundation/errors';
import type { InProcessServer } from '@toolpool/transports';
import { compareTexts } from '../compare-texts.ts';
import type { SettledConnection } from '../connection/connection.ts';
import { ConnectionCache } from '../connection/connection-cache.ts';
import { showName } from '../show-name.ts';
import { hiddenCharacterProblems } from './hidden-character-problems.ts';
import type { HostOptions, ServerReport } from './host.ts';
import type { EventHub } from './host-events.ts';
import { type Emit, HostedServer } from './hosted-server.ts';
import type { ListName } from './server-lists.ts';
import { hintAt, suggestNames } from './suggest-names.ts';

const ALL_LISTS: readonly ListName[] = ['tools', 'resources', 'prompts'];

/** The servers of a host, in the order of names, and the connections they share. */
export class ServerSet {
  readonly all: readonly HostedServer[];
  readonly #byName: ReadonlyMap<string, HostedServer>;
  readonly #cache: ConnectionCache;

  constructor(options: HostOptions, env: NodeJS.ProcessEnv, hub: EventHub) {
    const { mayConnect, authCache, askInput, clientInfo, connectTimeoutMs } = options;
    const cache = new ConnectionCache(env);
    const emit: Emit = (name, event) => {
      hub.emit(name, { ...event, connected: this.#countConnected() } as never);
    };
    const inProcessServer = (name: string) => findInProcessServer(options.inProcessServers, name);
    const common = { mayConnect, authCache, askInput, clientInfo, connectTimeoutMs };
    const connect = { ...common, env, inProcessServer };
    const lists = new Set(options.lists ?? ALL_LISTS);
    this.#cache = cache;
    this.all = options.servers
      .map(
        (server) =>
          new HostedServer(server, { cache, connect, lists, pins: options.definitionPins, emit }),
      )
      .sort((a, b) => compareTexts(a.name, b.name));
    this.#byName = new Map(this.all.map((hosted) => [hosted.name, hosted]));
  }

  /** @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN` */
  get(name: string): HostedServer {
    const hosted = this.#byName.get(name);
    if (hosted) return hosted;
    const suggestions = suggestNames(name, this.all);
    throw new ToolpoolError(`There is no server "${showName(name)}".`, {
      code: 'TOOLPOOL_SERVER_UNKNOWN',
      hint: hintAt(suggestions) ?? 'See which servers there are with: toolpool list',
      data: { suggestions },
    });
  }

  async connect(name: string): Promise<SettledConnection> {
    return this.get(name).connect();
  }

  connectAll(): void {
    for (const hosted of this.all) void hosted.connect();
  }

  /** Resolves once no attempt is running. */
  async settled(): Promise<void> {
    await Promise.all(this.all.map(({ attempt }) => attempt));
  }

  async close(): Promise<void> {
    await this.#cache.close();
    await this.settled();
  }

  reports(): readonly ServerReport[] {
    return this.all.map((hosted) => this.#report(hosted));
  }

  #report(hosted: HostedServer): ServerReport {
    const { connection, lists, durationMs } = hosted;
    return {
      connection,
      ...(lists.tools && { tools: lists.tools.length }),
      ...(lists.resources && { resources: lists.resources.length }),
      ...(lists.commands && { prompts: lists.commands.length }),
      problems: [...lists.problems, ...hiddenCharacterProblems(hosted)],
      ...(durationMs !== undefined && { durationMs }),
    };
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

function findInProcessServer(
  sources: HostOptions['inProcessServers'] = {},
  name: string,
): InProcessServer | Promise<InProcessServer> | undefined {
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
  return typeof source === 'function' ? source() : source;
}
