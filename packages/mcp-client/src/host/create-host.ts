import type { ConnectGate } from '@toolpool/config';
import { parsePermissionRules } from '@toolpool/tool-core';
import { closeOnExit } from '../connection/cleanup-registry.ts';
import { allowUnlessProject } from '../connection/connection-cache.ts';
import { readPositive } from '../connection/settings.ts';
import type { Host, HostOptions, ReloadOptions } from './host.ts';
import { ServerRegistry } from './server-registry.ts';
import { type HostCore, View } from './view.ts';

/** Creates a host and, unless told otherwise, starts connecting all its servers at once. */
export function createHost(options: HostOptions): Host {
  return new ToolpoolHost(options);
}

/** The outermost view, and whose servers the configuration says. */
class ToolpoolHost extends View implements Host {
  readonly #gate: { mayConnect: ConnectGate };
  readonly #stopHandlingSignals: () => void;
  #next: ReloadOptions | undefined;
  #reloading: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: HostOptions) {
    const gate = { mayConnect: options.mayConnect ?? allowUnlessProject };
    super(coreOf(options), {
      parent: undefined,
      gate: (server) => gate.mayConnect(server),
      permissions: [options.permissions ?? { rules: parsePermissionRules(), mode: 'default' }],
      filters: [],
      inProcessServers: options.inProcessServers ?? {},
    });
    this.#gate = gate;
    this.#stopHandlingSignals = options.handleSignals ? closeOnExit() : () => undefined;
    this.set.add(this.wanted(options.servers));
  }

  reload(options: ReloadOptions): Promise<void> {
    this.#next = options;
    this.#reloading ??= this.#reload();
    return this.#reloading;
  }

  override close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #reload(): Promise<void> {
    while (this.#next && !this.#closing) {
      const { servers, setAside, mayConnect, inProcessServers } = this.#next;
      this.#next = undefined;
      if (mayConnect) this.#gate.mayConnect = mayConnect;
      if (inProcessServers) this.scope.inProcessServers = inProcessServers;
      this.core.setAside = setAside ?? [];
      await this.set.replace(this.wanted(servers));
    }
    // In the same turn as the last look for more: what is asked for from now on starts anew.
    this.#reloading = undefined;
  }

  async #close(): Promise<void> {
    await Promise.all([super.close(), this.core.registry.close()]);
    this.#stopHandlingSignals();
  }
}

function coreOf(options: HostOptions): HostCore {
  const { env = process.env, resultStore } = options;
  let calls = 0;
  return {
    registry: new ServerRegistry({ ...options, env }),
    env,
    processing: { store: resultStore, maxTokens: readPositive(env.MAX_MCP_OUTPUT_TOKENS) },
    options,
    nextCallId: () => ++calls,
    setAside: options.setAside ?? [],
  };
}
