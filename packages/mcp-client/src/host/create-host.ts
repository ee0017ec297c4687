import { ToolpoolError } from '@toolpool/foundation/errors';
import { type ProcessedResult, processMcpResult } from '@toolpool/results';
import { parsePermissionRules, type Tool } from '@toolpool/tool-core';
import { closeOnExit } from '../connection/cleanup-registry.ts';
import type { MCPServerConnection, SettledConnection } from '../connection/connection.ts';
import { readPositive } from '../connection/settings.ts';
import { type Command, nameCommands } from '../discovery/discover-prompts.ts';
import type { Resource, ResourceTemplate } from '../discovery/discover-resources.ts';
import { showName } from '../show-name.ts';
import { CallRunner } from './call-runner.ts';
import { exportState, type HostState } from './export-state.ts';
import { getPrompt, type PromptMessages } from './get-prompt.ts';
import type {
  CallOptions,
  CallResult,
  Host,
  HostOptions,
  RawCallResult,
  ServerReport,
} from './host.ts';
import { EventHub, type HostEventName, type HostEvents } from './host-events.ts';
import { HostPool } from './host-pool.ts';
import { liveConnection } from './live-connection.ts';
import { PermissionGuard } from './permission-guard.ts';
import { readResource } from './read-resource.ts';
import { createResourceTools } from './resource-tools.ts';
import { ServerCalls } from './server-calls.ts';
import { ServerSet } from './server-set.ts';
import { hintAt, suggestNames } from './suggest-names.ts';

const NO_OPTIONS: CallOptions = {};

type Arguments = Readonly<Record<string, unknown>>;

/** Creates a host and, unless told otherwise, starts connecting all its servers at once. */
export function createHost(options: HostOptions): Host {
  return new ToolpoolHost(options);
}

class ToolpoolHost implements Host {
  readonly #options: HostOptions;
  readonly #hub = new EventHub();
  readonly #servers: ServerSet;
  readonly #calls: ServerCalls;
  readonly #pool: HostPool;
  readonly #runner: CallRunner;
  readonly #stopHandlingSignals: () => void;
  #commands: readonly Command[] | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: HostOptions) {
    const { env = process.env, permissions = { rules: parsePermissionRules(), mode: 'default' } } =
      options;
    const processing = {
      store: options.resultStore,
      maxTokens: readPositive(env.MAX_MCP_OUTPUT_TOKENS),
    };
    this.#options = options;
    this.#servers = new ServerSet(options, env, this.#hub);
    this.#calls = new ServerCalls({
      servers: this.#servers,
      env,
      callTimeoutMs: options.callTimeoutMs,
      processing,
    });
    this.#pool = new HostPool({
      servers: this.#servers.all,
      builtInTools: options.builtInTools ?? [],
      resourceTools: createResourceTools({
        list: (server) => this.#listResources(server),
        read: (server, uri, context) => this.readResource(server, uri, context),
      }),
      permissions,
      callOf: (definition, server) => this.#calls.toolCall(definition, server),
    });
    this.#runner = new CallRunner({
      pool: this.#pool,
      guard: new PermissionGuard(permissions, options.onPermissionRequest),
      hub: this.#hub,
      callServer: (tool, args, context) => this.#calls.callRaw(tool, args, context),
      process: (raw, tool) =>
        processMcpResult(raw, { ...processing, server: 'toolpool', tool: tool.name }),
    });
    this.#invalidateOnChange();
    this.#stopHandlingSignals = options.handleSignals ? closeOnExit() : () => undefined;
    if (options.connect !== 'lazy') this.#servers.connectAll();
  }

  ready(): Promise<void> {
    return this.#servers.settled();
  }

  connect(server: string): Promise<SettledConnection> {
    return this.#servers.connect(server);
  }

  connections(): readonly MCPServerConnection[] {
    return this.#servers.all.map(({ connection }) => connection);
  }

  servers(): readonly ServerReport[] {
    return this.#servers.reports();
  }

  toolPool(): readonly Tool[] {
    return this.#pool.tools();
  }

  commands(): readonly Command[] {
    this.#commands ??= nameCommands(this.#servers.all.flatMap(({ lists }) => lists.commands ?? []));
    return this.#commands;
  }

  resources(): readonly (Resource & { readonly server: string })[] {
    return this.#listResources(undefined);
  }

  resourceTemplates(): readonly (ResourceTemplate & { readonly server: string })[] {
    return this.#servers.all.flatMap(({ name, lists }) =>
      (lists.templates ?? []).map((template) => ({ ...template, server: name })),
    );
  }

  instructions(): readonly { readonly server: string; readonly instructions: string }[] {
    return this.#servers.all.flatMap(({ name, connection }) => {
      const instructions = connection.type === 'connected' ? connection.instructions : undefined;
      return instructions === undefined ? [] : [{ server: name, instructions }];
    });
  }

  callTool(name: string, args: Arguments = {}, options = NO_OPTIONS): Promise<CallResult> {
    return this.#runner.call(name, args, options);
  }

  callToolRaw(name: string, args: Arguments = {}, options = NO_OPTIONS): Promise<RawCallResult> {
    return this.#runner.callRaw(name, args, options);
  }

  async readResource(server: string, uri: string, options = NO_OPTIONS): Promise<ProcessedResult> {
    const hosted = this.#servers.get(server);
    return readResource(await liveConnection(hosted), uri, {
      signal: options.signal,
      timeoutMs: this.#calls.timeoutMs(hosted, options),
      process: this.#calls.processing(hosted, 'resource'),
    });
  }

  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options = NO_OPTIONS,
  ): Promise<PromptMessages> {
    const command = this.commands().find((each) => each.name === name);
    if (!command) throw this.#promptUnknown(name);
    const hosted = this.#servers.get(command.server);
    return getPrompt(
      await liveConnection(hosted),
      { prompt: command.prompt, args },
      {
        signal: options.signal,
        timeoutMs: this.#calls.timeoutMs(hosted, options),
        process: this.#calls.processing(hosted, command.prompt),
      },
    );
  }

  on<Name extends HostEventName>(
    name: Name,
    listener: (event: HostEvents[Name]) => void,
  ): () => void {
    return this.#hub.on(name, listener);
  }

  exportState(): HostState {
    return exportState({
      servers: this.#servers.all,
      setAside: this.#options.setAside ?? [],
      pool: this.toolPool(),
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#servers.close().finally(this.#stopHandlingSignals);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #invalidateOnChange(): void {
    const invalidate = () => this.#pool.invalidate();
    // Resource tools come and go with the connections, before any list is there.
    for (const name of ['connected', 'disconnected', 'tools-changed'] as const) {
      this.#hub.on(name, invalidate);
    }
    this.#hub.on('prompts-changed', () => {
      this.#commands = undefined;
    });
  }

  #listResources(server: string | undefined): readonly (Resource & { readonly server: string })[] {
    const asked = server === undefined ? this.#servers.all : [this.#servers.get(server)];
    return asked.flatMap(({ name, lists }) =>
      (lists.resources ?? []).map((resource) => ({ ...resource, server: name })),
    );
  }

  #promptUnknown(name: string): ToolpoolError {
    const known = this.commands().map((each) => ({ name: each.name, shortName: each.prompt }));
    const suggestions = suggestNames(name, known);
    return new ToolpoolError(`There is no prompt "${showName(name)}".`, {
      code: 'TOOLPOOL_PROMPT_UNKNOWN',
      hint: hintAt(suggestions) ?? 'See which prompts there are with: toolpool prompts',
      data: { suggestions },
    });
  }
}
