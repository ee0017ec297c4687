import { assembleToolPool, type PermissionContext, type Tool } from '@toolpool/tool-core';
import type { HostedServer } from './hosted-server.ts';
import { type ToolCall, ToolRegistry } from './tool-registry.ts';

export interface HostPoolOptions {
  /** In the order of names. */
  readonly servers: readonly HostedServer[];
  readonly builtInTools: readonly Tool[];
  /** In the pool as soon as a connected server has resources. */
  readonly resourceTools: readonly Tool[];
  readonly permissions: PermissionContext;
  readonly callOf: ToolCall;
}

/** The pool of a host: assembled when it is looked at after a change, and the same until the next. */
export class HostPool {
  readonly #options: HostPoolOptions;
  readonly #registry: ToolRegistry;
  #pool: readonly Tool[] | undefined;
  #byName: ReadonlyMap<string, Tool> = new Map();

  constructor(options: HostPoolOptions) {
    this.#options = options;
    this.#registry = new ToolRegistry(options.callOf);
  }

  /** Makes the next look take in what changed. */
  invalidate(): void {
    this.#pool = undefined;
  }

  tools(): readonly Tool[] {
    this.#pool ??= this.#assemble();
    return this.#pool;
  }

  /** Finds a tool by its name or an alias, also one that a deny rule keeps out of the pool. */
  find(name: string): Tool | undefined {
    this.tools();
    return this.#byName.get(name);
  }

  #assemble(): readonly Tool[] {
    const { servers, permissions } = this.#options;
    for (const { name, lists } of servers) this.#registry.set(name, lists.tools);
    const builtIn = this.#builtIn();
    const offered = this.#registry.tools();
    const byName = new Map(offered.map((tool) => [tool.name, tool]));
    for (const tool of builtIn) {
      for (const alias of tool.aliases ?? []) if (!byName.has(alias)) byName.set(alias, tool);
    }
    for (const tool of builtIn) byName.set(tool.name, tool);
    this.#byName = byName;
    return assembleToolPool(permissions, builtIn, offered);
  }

  #builtIn(): readonly Tool[] {
    const { servers, builtInTools, resourceTools } = this.#options;
    const hasResources = servers.some(
      ({ connection }) => connection.type === 'connected' && connection.capabilities.resources,
    );
    return hasResources ? [...resourceTools, ...builtInTools] : builtInTools;
  }
}
