import { assembleToolPool, type PermissionContext, type Tool } from '@toolpool/tool-core';
import type { HostedServer } from './hosted-server.ts';
import type { ServerSet } from './server-set.ts';
import { type ToolCall, ToolRegistry } from './tool-registry.ts';

export interface HostPoolOptions {
  readonly servers: ServerSet;
  readonly builtInTools: readonly Tool[];
  /** In the pool as soon as a server offers resources. */
  readonly resourceTools: readonly Tool[];
  /** What any of these denies is in no pool. */
  readonly permissions: readonly PermissionContext[];
  /** Whether a tool is there at all; every one of these must say so. */
  readonly filters: readonly ((tool: Tool) => boolean)[];
  readonly callOf: ToolCall;
}

/** The pool of a host or view: assembled when it is looked at after a change, the same until the next. */
export class HostPool {
  readonly #options: HostPoolOptions;
  readonly #registry: ToolRegistry;
  readonly #permissions: PermissionContext;
  #pool: readonly Tool[] | undefined;
  /** What the pool was made of. */
  #sources: readonly HostedServer[] | undefined;
  #byName: ReadonlyMap<string, Tool> = new Map();
  /** Tools of servers that have failed: in no pool, but a call by name tries the server once more. */
  #former: ReadonlyMap<string, Tool> = new Map();

  constructor(options: HostPoolOptions) {
    this.#options = options;
    this.#registry = new ToolRegistry(options.callOf);
    const deny = options.permissions.flatMap(({ rules }) => rules.deny);
    this.#permissions = { rules: { allow: [], ask: [], deny }, mode: 'default' };
  }

  /** Makes the next look take in what changed. */
  invalidate(): void {
    this.#pool = undefined;
  }

  tools(): readonly Tool[] {
    const { all } = this.#options.servers;
    if (!this.#pool || this.#sources !== all) {
      this.#sources = all;
      this.#pool = this.#assemble(all);
    }
    return this.#pool;
  }

  /**
   * Finds a tool by its name or an alias, also one that a deny rule keeps out of the pool, and one
   * whose server has failed since.
   */
  find(name: string): Tool | undefined {
    this.tools();
    return this.#byName.get(name) ?? this.#former.get(name);
  }

  #assemble(servers: readonly HostedServer[]): readonly Tool[] {
    const { filters } = this.#options;
    const isOffered = (tool: Tool) => filters.every((filter) => filter(tool));
    const builtIn = this.#builtIn(servers).filter(isOffered);
    const offered = this.#registry.tools(servers).filter(isOffered);
    const byName = new Map(offered.map((tool) => [tool.name, tool]));
    for (const tool of builtIn) {
      for (const alias of tool.aliases ?? []) if (!byName.has(alias)) byName.set(alias, tool);
    }
    for (const tool of builtIn) byName.set(tool.name, tool);
    this.#former = this.#toolsOfFailed(servers);
    this.#byName = byName;
    return assembleToolPool(this.#permissions, builtIn, offered);
  }

  #toolsOfFailed(servers: readonly HostedServer[]): ReadonlyMap<string, Tool> {
    const failed = new Set<string | undefined>();
    for (const { name, connection } of servers) if (connection.type === 'failed') failed.add(name);
    if (failed.size === 0) return new Map();
    const known = [...this.#former, ...this.#byName];
    return new Map(known.filter(([, { mcpInfo }]) => failed.has(mcpInfo?.serverName)));
  }

  #builtIn(servers: readonly HostedServer[]): readonly Tool[] {
    const { builtInTools, resourceTools } = this.#options;
    const hasResources = servers.some(({ offering }) => offering?.capabilities.resources);
    return hasResources ? [...resourceTools, ...builtInTools] : builtInTools;
  }
}
