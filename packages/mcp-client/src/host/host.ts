import type { AuthCache, TokenStore } from '@toolpool/auth';
import type { AskInput, ConfiguredServer, ConnectGate, SetAsideServer } from '@toolpool/config';
import type { ProcessedResult, ResultStore } from '@toolpool/results';
import type { PermissionContext, Tool, ToolContext } from '@toolpool/tool-core';
import type { InProcessServer, TokenSource } from '@toolpool/transports';
import type { MCPServerConnection, SettledConnection } from '../connection/connection.ts';
import type { Command } from '../discovery/discover-prompts.ts';
import type { Resource, ResourceTemplate } from '../discovery/discover-resources.ts';
import type { Leniencies } from '../reading/leniencies.ts';
import type { ClientInfo } from '../session/open-session.ts';
import type { Telemetry } from '../session/telemetry.ts';
import type { Completion, CompletionArgument, CompletionReference } from './complete.ts';
import type { DefinitionPins } from './definition-pins.ts';
import type { HostState } from './export-state.ts';
import type { PromptMessages } from './get-prompt.ts';
import type { HostEventName, HostEvents } from './host-events.ts';
import type { ReconnectOptions } from './lifecycle/reconnect-policy.ts';
import type { ListName } from './server-lists.ts';

/** A server object, or a function that makes a fresh one for each connection. */
export type InProcessServerSource =
  | InProcessServer
  | (() => InProcessServer | Promise<InProcessServer>);

/** A call that a rule or the mode wants a person to decide. */
export interface PermissionRequest {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  /** Why it is asked, as a full sentence. */
  readonly message: string;
  readonly signal?: AbortSignal;
}

export interface HostOptions {
  /** What may run, of `loadServerConfigs`. */
  readonly servers: readonly ConfiguredServer[];
  /** What may not, for {@link HostView.exportState}; nothing of it is ever touched. */
  readonly setAside?: readonly SetAsideServer[];
  /**
   * Asked before each start and dial: that of `loadServerConfigs`. @default refuses servers of the
   * project scope, allows all others
   */
  readonly mayConnect?: ConnectGate;
  /**
   * `all` starts connecting at once; `lazy` connects a server when {@link HostView.connect} asks for it.
   * @default 'all'
   */
  readonly connect?: 'all' | 'lazy';
  /** What connected servers are asked for. @default tools, resources and prompts */
  readonly lists?: readonly ListName[];
  /** Server objects for entries of type `sdk`, by the entry's `name` field. */
  readonly inProcessServers?: Readonly<Record<string, InProcessServerSource>>;
  /** Compares what each server lists with what the user knows of it. @default nothing is compared */
  readonly definitionPins?: DefinitionPins;
  /**
   * A folder where what servers offer is stored. Of a server that is known there, everything is offered
   * before it is connected, and its first call starts it; whatever it then lists takes the place of what
   * was stored. Anew when its entry changes; not for entries of type `sdk`. @default nothing is stored
   */
  readonly catalogueDirectory?: string;
  readonly builtInTools?: readonly Tool[];
  /** @default no rules, mode `default` */
  readonly permissions?: PermissionContext;
  /** Decides calls that ask; without it they are denied. */
  readonly onPermissionRequest?: (request: PermissionRequest) => boolean | Promise<boolean>;
  /** Where results go that are too large for a model; without one they are truncated. */
  readonly resultStore?: ResultStore;
  readonly authCache?: AuthCache;
  /** The logins of the user, which are sent to the servers that they are for. */
  readonly logins?: TokenStore;
  /** Where servers of type `claudeai-proxy` get the account's token. @default they need a login */
  readonly accountTokens?: TokenSource;
  /** Settings such as `MCP_TIMEOUT`, and the values of references. @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** Asks the user for the values of `${input:id}`, unseen as they are typed. @default nobody is asked */
  readonly askInput?: AskInput;
  /** Who this host says it is. */
  readonly clientInfo?: ClientInfo;
  /** Watches every conversation with a server; without it nothing is measured or told. */
  readonly telemetry?: Telemetry;
  /** Milliseconds until a connection must stand; beats entries and `MCP_TIMEOUT`. */
  readonly connectTimeoutMs?: number;
  /** Wall clock of every call, in milliseconds; beats entries and `MCP_TOOL_TIMEOUT`. */
  readonly callTimeoutMs?: number;
  /** How a server is brought back whose connection is lost; `false`: not before the next call. */
  readonly reconnect?: ReconnectOptions | false;
  /**
   * Makes a call once more that was lost with its connection when the tool's annotations call it
   * read-only or idempotent. They are the server's word: trust it only where you trust the server.
   * @default false
   */
  readonly repeatLostCalls?: boolean;
  /** Closes every server of this process when a signal ends it, as {@link closeOnExit}. @default false */
  readonly handleSignals?: boolean;
}

/** What runs from now on, as {@link HostOptions}; `LoadedServers` fits. */
export interface ReloadOptions extends Pick<HostOptions, 'servers' | 'setAside'> {
  /** @default the one before */
  readonly mayConnect?: ConnectGate;
  /** One that is another object than before is another server. @default those before */
  readonly inProcessServers?: Readonly<Record<string, InProcessServerSource>>;
}

/** What a view has beside, and less than, the host or view that it is made of. */
export interface ViewOptions {
  /**
   * Servers of its own. One that runs already, for the host or for any of its views, is shared and ends
   * with the last who has it; one that differs from an inherited server of its name hides that one here.
   */
  readonly servers?: readonly ConfiguredServer[];
  /** Decides about its own servers. @default that of the host or view above */
  readonly mayConnect?: ConnectGate;
  /** Server objects for its own entries of type `sdk`. @default those of the host or view above */
  readonly inProcessServers?: Readonly<Record<string, InProcessServerSource>>;
  /** Which tools of the pool are there. @default all */
  readonly tools?: (tool: Tool) => boolean;
  /** Holds beside those above: the strictest decides. */
  readonly permissions?: PermissionContext;
}

export interface ReadyOptions {
  /** Waits for required servers only, and rejects when one cannot be had. @default false */
  readonly required?: boolean;
}

export interface CallOptions extends ToolContext {
  /** Wall clock of this call, in milliseconds; beats every other setting. */
  readonly timeoutMs?: number | undefined;
  /** As {@link CallToolOptions.idleTimeoutMs}. */
  readonly idleTimeoutMs?: number | undefined;
}

/** Where a result comes from and how long it took. */
export interface CallOrigin {
  /** Qualified name. */
  readonly tool: string;
  /** Absent for built-in tools. */
  readonly server?: string;
  readonly durationMs: number;
}

/** What a call gave: for the model, for programs, and what was saved where. */
export type CallResult = ProcessedResult & CallOrigin;

export interface RawCallResult extends CallOrigin {
  /** The server's result as it came. */
  readonly result: unknown;
}

/** A resource of which somebody wants to know when it changes. */
export interface ResourceSubscription extends AsyncDisposable {
  readonly server: string;
  readonly uri: string;
  /** Never rejects. */
  unsubscribe(): Promise<void>;
}

/** One server as a list shows it. Counts are absent where the list was not asked for, or failed. */
export interface ServerReport {
  readonly connection: MCPServerConnection;
  readonly tools?: number;
  readonly resources?: number;
  readonly prompts?: number;
  /** What was wrong with its lists, and which tools hide characters; one sentence each. */
  readonly problems: readonly string[];
  /** From the start of the last attempt until its lists were there, in milliseconds. */
  readonly durationMs?: number;
  /** What was tolerated of it since it was connected; absent while it is not. */
  readonly leniencies?: Leniencies;
}

/** The servers that one agent sees, and everything they offer as one pool. */
export interface HostView extends AsyncDisposable {
  /**
   * Resolves once every server that is being connected has settled; nothing needs to wait for it. With
   * `required`: once those that their entries call required are connected, however long others take.
   *
   * @throws {@link ToolpoolError} why a required server is not connected, unless the user switched it
   *   off; nothing without `required`
   */
  ready(options?: ReadyOptions): Promise<void>;
  /**
   * Connects a server and lists what it offers; gives the connection there is, or tries once more.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`; all other failures are states
   */
  connect(server: string): Promise<SettledConnection>;
  /** Every server's state, in the order of names. */
  connections(): readonly MCPServerConnection[];
  servers(): readonly ServerReport[];
  /** The pool as it is now: the same array until something changes. */
  toolPool(): readonly Tool[];
  /** The prompts of all servers, in the order of names. */
  commands(): readonly Command[];
  resources(): readonly (Resource & { readonly server: string })[];
  resourceTemplates(): readonly (ResourceTemplate & { readonly server: string })[];
  /** Instructions of connected servers, cleaned, in the order of names. */
  instructions(): readonly { readonly server: string; readonly instructions: string }[];
  /**
   * Calls a tool of the pool by its name, if the permissions allow it. A tool that failed by its own
   * word is a result with `isError`.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_TOOL_UNKNOWN`, `TOOLPOOL_TOOL_DENIED`,
   *   `TOOLPOOL_TOOL_ARGUMENTS_INVALID`, or as {@link Session.request}
   */
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<CallResult>;
  /** As {@link HostView.callTool} for tools of servers, with the server's result untouched. */
  callToolRaw(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<RawCallResult>;
  /**
   * Reads a resource; the same limits hold as for results of tools.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`, why the server is not connected, or as
   *   {@link Session.request}
   */
  readResource(server: string, uri: string, options?: CallOptions): Promise<ProcessedResult>;
  /**
   * Makes `resource-updated` tell when a resource changes, also after the server was lost and came back.
   * While a server has subscriptions, it is not stopped for want of calls. They end with their server,
   * or when this is closed.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`, `TOOLPOOL_CAPABILITY_MISSING`, why the
   *   server is not connected, or as {@link Session.request}
   */
  subscribeResource(server: string, uri: string): Promise<ResourceSubscription>;
  /**
   * Asks a server how an argument of a prompt or resource template may go on; a server that does not
   * declare completion proposes nothing.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_SERVER_UNKNOWN`, `TOOLPOOL_PROMPT_UNKNOWN`, why the server is
   *   not connected, or as {@link Session.request}
   */
  complete(
    reference: CompletionReference,
    argument: CompletionArgument,
    options?: CallOptions,
  ): Promise<Completion>;
  /**
   * Gets the messages of a prompt by the name of its command.
   *
   * @throws {@link ToolpoolError} `TOOLPOOL_PROMPT_UNKNOWN`, or as {@link Session.request}
   */
  getPrompt(
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<PromptMessages>;
  /** Hears an event until the returned function is called. */
  on<Name extends HostEventName>(
    name: Name,
    listener: (event: HostEvents[Name]) => void,
  ): () => void;
  exportState(): HostState;
  /** Makes a view for a sub-agent: what this one sees, narrowed, with servers of its own. */
  createView(options?: ViewOptions): HostView;
  /**
   * Closes the views made of this one and every server that nobody else has, all at once; resolves when
   * nothing of them is left. A view then has nothing; no call goes through it. Never rejects.
   */
  close(): Promise<void>;
}

/** Connections to many servers, and everything they offer as one pool: the outermost view. */
export interface Host extends HostView {
  /**
   * Runs these servers from now on, by difference, name by name: one whose entry is the same stays
   * connected, unless the gate refuses it by now or a value that it refers to is another one; all
   * others end before one of their name begins. Views follow. Resolves once that is done; new servers
   * may still be connecting. While one reload works, the last of those asked for meanwhile is next, and
   * the others are skipped. Never rejects.
   */
  reload(options: ReloadOptions): Promise<void>;
}
