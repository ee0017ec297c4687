import { ToolpoolError } from '@toolpool/foundation/errors';
import { type ProcessedResult, type ProcessOptions, processMcpResult } from '@toolpool/results';
import {
  declaredMaxResultSizeChars,
  type McpToolDefinition,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '@toolpool/tool-core';
import { callTool } from '../call/call-tool.ts';
import type { ConnectedServer } from '../connection/connection.ts';
import { callTimeoutMs, idleTimeoutMs } from '../connection/settings.ts';
import { requestCancelled } from '../session/request-errors.ts';
import { assertStillOffered } from './assert-still-offered.ts';
import type { CallOptions } from './host.ts';
import type { HostedServer } from './hosted-server.ts';
import { isSessionExpired } from './lifecycle/session-expired.ts';
import { type LiveRequest, liveConnection, renewedConnection } from './live-connection.ts';
import { markProcessing } from './processing-calls.ts';
import type { ServerSet } from './server-set.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface ServerCallsOptions {
  readonly servers: ServerSet;
  readonly env: NodeJS.ProcessEnv;
  /** The host's wall clock of a call, in milliseconds. */
  readonly callTimeoutMs: number | undefined;
  /** Whether annotations are trusted to say which lost calls may be made again. */
  readonly repeatLostCalls?: boolean | undefined;
  readonly processing: Pick<ProcessOptions, 'store' | 'maxTokens'>;
}

/** Calls tools of servers and makes results of what they answer. */
export class ServerCalls {
  readonly #options: ServerCallsOptions;
  readonly #limits = new WeakMap<HostedServer, CallLimits>();

  constructor(options: ServerCallsOptions) {
    this.#options = options;
  }

  /** Makes the `call` of a server's tool; what is the same for every call is found out here. */
  toolCall(definition: McpToolDefinition, serverName: string): Tool['call'] {
    const { servers } = this.#options;
    const tool = definition.name;
    const processing: ProcessOptions = {
      ...this.processing(servers.get(serverName), tool),
      maxResultSizeChars: declaredMaxResultSizeChars(definition),
    };
    // Made once: what a call keeps while it waits is most of what thousands at once cost.
    const toResult = (raw: unknown) => processMcpResult(raw, processing).then(toToolResult);
    return markProcessing((args, context) =>
      this.#call(serverName, { tool, args, context }).then(toResult),
    );
  }

  /** Calls the tool and resolves to the server's result as it came. */
  callRaw({ mcpInfo }: Tool, args: Arguments, context: ToolContext): Promise<unknown> {
    if (!mcpInfo) throw new TypeError('Only tools of servers have raw results');
    return this.#call(mcpInfo.serverName, { tool: mcpInfo.toolName, args, context });
  }

  /** How results of a server are processed; `tool` names what made them. */
  processing({ name, server }: HostedServer, tool: string): ProcessOptions {
    const { type } = server.config;
    const isIde = type === 'sse-ide' || type === 'ws-ide';
    return {
      ...this.#options.processing,
      server: name,
      tool,
      ...(isIde && { skipSizeCheck: true }),
    };
  }

  /** Wall clock of a call, in milliseconds: its own, or the usual one of its server. */
  timeoutMs(hosted: HostedServer, { timeoutMs }: CallOptions): number {
    return timeoutMs !== undefined && timeoutMs > 0 ? timeoutMs : this.#limitsOf(hosted).timeoutMs;
  }

  /** Found out once: it takes a reading of the environment. */
  #limitsOf(hosted: HostedServer): CallLimits {
    let limits = this.#limits.get(hosted);
    if (!limits) {
      const { callTimeoutMs: hostMs, env } = this.#options;
      const { config } = hosted.server;
      limits = {
        timeoutMs: callTimeoutMs(hostMs, config, env),
        idleTimeoutMs: idleTimeoutMs(undefined, config, env),
      };
      this.#limits.set(hosted, limits);
    }
    return limits;
  }

  async #call(serverName: string, call: Call): Promise<unknown> {
    // Asked anew: a reload may have put another server in its place.
    const hosted = this.#options.servers.get(serverName);
    if (!hosted.slots) return this.#callNow(hosted, call);
    const { signal } = call.context;
    const aborted = (reason: unknown) => signal?.aborted && reason === signal.reason;
    return hosted
      .slots(() => this.#callNow(hosted, call), signal)
      .catch((error: unknown) => {
        throw aborted(error) ? cancelledBefore(hosted, call) : error;
      });
  }

  /** Most calls find their server connected and come back: those cost one promise here. */
  async #callNow(hosted: HostedServer, call: Call): Promise<unknown> {
    hosted.idle?.callBegins();
    try {
      const { connection } = hosted;
      const live = connection.type === 'connected' ? connection : await startForCall(hosted, call);
      try {
        return await this.#callLive(hosted, live, call);
      } catch (error) {
        return await this.#callLive(
          hosted,
          await this.#recover(hosted, live, { call, error }),
          call,
        );
      }
    } finally {
      hosted.idle?.callEnds();
    }
  }

  #callLive(hosted: HostedServer, connection: ConnectedServer, call: Call): Promise<unknown> {
    const { signal, onProgress, meta } = call.context;
    const timeoutMs = this.timeoutMs(hosted, call.context);
    const { idleTimeoutMs = this.#limitsOf(hosted).idleTimeoutMs } = call.context as CallOptions;
    const limits = { timeoutMs, idleTimeoutMs };
    return callTool(connection, call.tool, call.args, { signal, onProgress, meta, ...limits });
  }

  /**
   * The connection on which a failed call is made once more: when the failure proves that it did not
   * run, or when it may run twice.
   *
   * @throws the error of the call otherwise
   */
  async #recover(
    hosted: HostedServer,
    from: ConnectedServer,
    { call, error }: FailedCall,
  ): Promise<ConnectedServer> {
    if (isSessionExpired(error)) return renewedConnection(hosted, from, requestOf(call));
    if (!this.#options.repeatLostCalls || !isOutcomeUnknown(error)) throw error;
    const tool = hosted.lists.tools?.find(({ name }) => name === call.tool);
    if (!mayRunTwice(tool)) throw error;
    return liveConnection(hosted, requestOf(call));
  }
}

/** The clocks of calls of one server that say nothing of their own. */
interface CallLimits {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
}

interface Call {
  readonly tool: string;
  readonly args: Arguments;
  readonly context: ToolContext;
}

interface FailedCall {
  readonly call: Call;
  readonly error: unknown;
}

/** Starts a server for a call that was allowed by what was known of it before. */
async function startForCall(hosted: HostedServer, call: Call): Promise<ConnectedServer> {
  const { tools } = hosted.lists;
  const live = await liveConnection(hosted, requestOf(call));
  assertStillOffered({ server: hosted.name, tool: call.tool }, tools, hosted.lists.tools);
  return live;
}

function requestOf({ tool, context }: Call): LiveRequest {
  return { method: 'tools/call', target: tool, signal: context.signal };
}

/** The error of a call that was cancelled while it waited for others. */
function cancelledBefore({ name }: HostedServer, { tool }: Call): ToolpoolError {
  return requestCancelled({ server: name, method: 'tools/call', target: tool, secrets: [] });
}

function isOutcomeUnknown(error: unknown): boolean {
  return ToolpoolError.isInstance(error) && error.code === 'TOOLPOOL_CALL_OUTCOME_UNKNOWN';
}

/** What the server itself says of its tool. */
function mayRunTwice(tool: McpToolDefinition | undefined): boolean {
  const { readOnlyHint, idempotentHint } = tool?.annotations ?? {};
  return readOnlyHint === true || idempotentHint === true;
}

function toToolResult(data: ProcessedResult): ToolResult {
  const { _meta, structuredContent } = data;
  if (_meta === undefined && structuredContent === undefined) return { data };
  return { data, mcpMeta: { _meta, structuredContent } };
}
