import type { ConfiguredServer, ConnectGate, SetAsideServer } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { type ProcessedResult, type ProcessOptions, processMcpResult } from '@toolpool/results';
import type { PermissionContext, Tool } from '@toolpool/tool-core';
import type { MCPServerConnection, SettledConnection } from '../connection/connection.ts';
import type { Command } from '../discovery/discover-prompts.ts';
import type { Resource, ResourceTemplate } from '../discovery/discover-resources.ts';
import { CallRunner } from './call-runner.ts';
import type { Completion, CompletionArgument, CompletionReference } from './complete.ts';
import { exportState, type HostState } from './export-state.ts';
import { getPrompt, type PromptMessages } from './get-prompt.ts';
import type {
  CallOptions,
  CallResult,
  HostOptions,
  HostView,
  InProcessServerSource,
  RawCallResult,
  ReadyOptions,
  ResourceSubscription,
  ServerReport,
  ViewOptions,
} from './host.ts';
import { EventHub, type HostEventName, type HostEvents } from './host-events.ts';
import { HostPool } from './host-pool.ts';
import { withLiveConnection } from './live-connection.ts';
import { PermissionGuard } from './permission-guard.ts';
import { promptUnknown } from './prompt-unknown.ts';
import { requireServers } from './required-servers.ts';
import { createResourceTools } from './resource-tools.ts';
import { ServerCalls } from './server-calls.ts';
import { ServerCatalogue } from './server-catalogue.ts';
import type { ServerRegistry, WantedServer } from './server-registry.ts';
import { reportOf } from './server-report.ts';
import { ServerRequests } from './server-requests.ts';
import { ServerSet } from './server-set.ts';

const NO_OPTIONS: CallOptions = {};

type Arguments = Readonly<Record<string, unknown>>;
type InProcessServers = Readonly<Record<string, InProcessServerSource>>;

/** What a host and all its views have in common. */
export interface HostCore {
  readonly registry: ServerRegistry;
  readonly env: NodeJS.ProcessEnv;
  readonly processing: Pick<ProcessOptions, 'store' | 'maxTokens'>;
  readonly options: Pick<
    HostOptions,
    'callTimeoutMs' | 'repeatLostCalls' | 'builtInTools' | 'connect' | 'onPermissionRequest'
  >;
  readonly nextCallId: () => number;
  /** What may not run; the same for all. */
  setAside: readonly SetAsideServer[];
}

/** What a view has of its own, all that is above it taken in. */
export interface ViewScope {
  readonly parent: ServerSet | undefined;
  readonly gate: ConnectGate;
  readonly permissions: readonly PermissionContext[];
  readonly filters: readonly ((tool: Tool) => boolean)[];
  inProcessServers: InProcessServers;
}

/** The face of a set of servers: what is seen through it, and the calls that go through it. */
export class View implements HostView {
  protected readonly core: HostCore;
  protected readonly scope: ViewScope;
  protected readonly set: ServerSet;
  readonly #hub = new EventHub();
  readonly #catalogue: ServerCatalogue;
  readonly #calls: ServerCalls;
  readonly #pool: HostPool;
  readonly #runner: CallRunner;
  readonly #requests: ServerRequests;

  constructor(core: HostCore, scope: ViewScope) {
    const { registry, env, options, processing, nextCallId } = core;
    const { parent, gate, permissions, filters } = scope;
    this.core = core;
    this.scope = scope;
    const eager = options.connect !== 'lazy';
    this.set = new ServerSet({ registry, parent, gate, hub: this.#hub, eager });
    this.#catalogue = new ServerCatalogue(this.set);
    const { callTimeoutMs, repeatLostCalls, builtInTools = [] } = options;
    this.#calls = new ServerCalls({
      ...{ env, callTimeoutMs, repeatLostCalls, processing },
      servers: this.set,
    });
    this.#requests = new ServerRequests({
      servers: this.set,
      calls: this.#calls,
      commands: () => this.commands(),
    });
    this.#pool = new HostPool({
      servers: this.set,
      builtInTools,
      resourceTools: createResourceTools({
        list: (server) => this.#catalogue.resources(server),
        read: (server, uri, context) => this.readResource(server, uri, context),
      }),
      permissions,
      filters,
      callOf: (definition, server) => this.#calls.toolCall(definition, server),
    });
    this.#runner = new CallRunner({
      pool: this.#pool,
      guard: new PermissionGuard(permissions, options.onPermissionRequest),
      hub: this.#hub,
      nextCallId,
      callServer: (tool, args, context) => this.#calls.callRaw(tool, args, context),
      process: (raw, { name }) =>
        processMcpResult(raw, { ...processing, server: 'toolpool', tool: name }),
    });
    this.#invalidateOnChange();
  }

  async ready({ required = false }: ReadyOptions = {}): Promise<void> {
    if (required) await requireServers(this.set.all, this.core.setAside);
    else await this.set.settled();
  }

  async connect(server: string): Promise<SettledConnection> {
    return this.set.get(server).connect();
  }

  connections(): readonly MCPServerConnection[] {
    return this.set.all.map(({ connection }) => connection);
  }

  servers(): readonly ServerReport[] {
    return this.set.all.map(reportOf);
  }

  toolPool(): readonly Tool[] {
    return this.#pool.tools();
  }

  commands(): readonly Command[] {
    return this.#catalogue.commands();
  }

  resources(): readonly (Resource & { readonly server: string })[] {
    return this.#catalogue.resources();
  }

  resourceTemplates(): readonly (ResourceTemplate & { readonly server: string })[] {
    return this.#catalogue.resourceTemplates();
  }

  instructions(): readonly { readonly server: string; readonly instructions: string }[] {
    return this.#catalogue.instructions();
  }

  callTool(name: string, args: Arguments = {}, options = NO_OPTIONS): Promise<CallResult> {
    if (this.set.isClosed) return Promise.reject(viewClosed());
    return this.#runner.call(name, args, options);
  }

  callToolRaw(name: string, args: Arguments = {}, options = NO_OPTIONS): Promise<RawCallResult> {
    if (this.set.isClosed) return Promise.reject(viewClosed());
    return this.#runner.callRaw(name, args, options);
  }

  async readResource(server: string, uri: string, options = NO_OPTIONS): Promise<ProcessedResult> {
    if (this.set.isClosed) throw viewClosed();
    return this.#requests.readResource(server, uri, options);
  }

  async subscribeResource(server: string, uri: string): Promise<ResourceSubscription> {
    if (this.set.isClosed) throw viewClosed();
    return this.#requests.subscribe(server, uri);
  }

  async complete(
    reference: CompletionReference,
    argument: CompletionArgument,
    options = NO_OPTIONS,
  ): Promise<Completion> {
    if (this.set.isClosed) throw viewClosed();
    return this.#requests.complete(reference, argument, options);
  }

  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options = NO_OPTIONS,
  ): Promise<PromptMessages> {
    if (this.set.isClosed) throw viewClosed();
    const command = this.commands().find((each) => each.name === name);
    if (!command) throw promptUnknown(name, this.commands());
    const { server, prompt } = command;
    const hosted = this.set.get(server);
    const { signal } = options;
    const request = { method: 'prompts/get', target: prompt, signal };
    return withLiveConnection(hosted, request, (connection) =>
      getPrompt(
        connection,
        { prompt, args },
        {
          signal,
          timeoutMs: this.#calls.timeoutMs(hosted, options),
          process: this.#calls.processing(hosted, prompt),
        },
      ),
    );
  }

  on<Name extends HostEventName>(
    name: Name,
    listener: (event: HostEvents[Name]) => void,
  ): () => void {
    return this.#hub.on(name, listener);
  }

  exportState(): HostState {
    const { setAside } = this.core;
    return exportState({ servers: this.set.all, setAside, pool: this.toolPool() });
  }

  createView(options: ViewOptions = {}): HostView {
    const { servers = [], mayConnect, inProcessServers, tools, permissions } = options;
    const { scope } = this;
    const view = new View(this.core, {
      parent: this.set,
      gate: mayConnect ?? scope.gate,
      permissions: permissions ? [...scope.permissions, permissions] : scope.permissions,
      filters: tools ? [...scope.filters, tools] : scope.filters,
      inProcessServers: inProcessServers ?? scope.inProcessServers,
    });
    view.set.add(view.wanted(servers));
    return view;
  }

  async close(): Promise<void> {
    await Promise.all([this.#requests.close(), this.set.close()]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The entries with the objects that they mean. */
  protected wanted(servers: readonly ConfiguredServer[]): readonly WantedServer[] {
    const { inProcessServers } = this.scope;
    const objectOf = ({ config }: ConfiguredServer) =>
      config.type === 'sdk' && Object.hasOwn(inProcessServers, config.name)
        ? inProcessServers[config.name]
        : undefined;
    return servers.map((server) => ({ server, object: objectOf(server) }));
  }

  #invalidateOnChange(): void {
    const invalidate = () => this.#pool.invalidate();
    // Resource tools come and go with the connections, before any list is there.
    for (const name of [
      'connected',
      'disconnected',
      'tools-changed',
      'resources-changed',
    ] as const) {
      this.#hub.on(name, invalidate);
    }
    this.#hub.on('prompts-changed', () => this.#catalogue.invalidate());
  }
}

/** The error of a call through a view that is closed, though its server may run on for others. */
function viewClosed(): ToolpoolError {
  const message = 'The host or view that this was asked of is closed.';
  return new ToolpoolError(message, { code: 'TOOLPOOL_TRANSPORT_CLOSED' });
}
