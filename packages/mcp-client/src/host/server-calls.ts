import { type ProcessedResult, type ProcessOptions, processMcpResult } from '@toolpool/results';
import {
  declaredMaxResultSizeChars,
  type McpToolDefinition,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '@toolpool/tool-core';
import { callTool } from '../call/call-tool.ts';
import { callTimeoutMs } from '../connection/settings.ts';
import type { CallOptions } from './host.ts';
import type { HostedServer } from './hosted-server.ts';
import { liveConnection } from './live-connection.ts';
import type { ServerSet } from './server-set.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface ServerCallsOptions {
  readonly servers: ServerSet;
  readonly env: NodeJS.ProcessEnv;
  /** The host's wall clock of a call, in milliseconds. */
  readonly callTimeoutMs: number | undefined;
  readonly processing: Pick<ProcessOptions, 'store' | 'maxTokens'>;
}

/** Calls tools of servers and makes results of what they answer. */
export class ServerCalls {
  readonly #options: ServerCallsOptions;
  readonly #timeouts = new Map<string, number>();

  constructor(options: ServerCallsOptions) {
    this.#options = options;
  }

  /** Makes the `call` of a server's tool; what is the same for every call is found out here. */
  toolCall(definition: McpToolDefinition, serverName: string): Tool['call'] {
    const hosted = this.#options.servers.get(serverName);
    const processing: ProcessOptions = {
      ...this.processing(hosted, definition.name),
      maxResultSizeChars: declaredMaxResultSizeChars(definition),
    };
    return async (args, context) => {
      const raw = await this.#call(hosted, definition.name, { args, context });
      return toToolResult(await processMcpResult(raw, processing));
    };
  }

  /** Calls the tool and resolves to the server's result as it came. */
  callRaw({ mcpInfo }: Tool, args: Arguments, context: ToolContext): Promise<unknown> {
    if (!mcpInfo) throw new TypeError('Only tools of servers have raw results');
    const hosted = this.#options.servers.get(mcpInfo.serverName);
    return this.#call(hosted, mcpInfo.toolName, { args, context });
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

  /** Wall clock of a call without one of its own, in milliseconds. */
  timeoutMs({ name, server }: HostedServer): number {
    let timeoutMs = this.#timeouts.get(name);
    if (timeoutMs === undefined) {
      const { callTimeoutMs: hostMs, env } = this.#options;
      timeoutMs = callTimeoutMs(hostMs, server.config, env);
      this.#timeouts.set(name, timeoutMs);
    }
    return timeoutMs;
  }

  /** What a request gets of the options of a call. */
  request(hosted: HostedServer, { signal, timeoutMs }: CallOptions): RequestLimits {
    const isOwn = timeoutMs !== undefined && timeoutMs > 0;
    return { signal, timeoutMs: isOwn ? timeoutMs : this.timeoutMs(hosted) };
  }

  async #call(hosted: HostedServer, tool: string, { args, context }: Call): Promise<unknown> {
    const { connection } = hosted;
    const live = connection.type === 'connected' ? connection : await liveConnection(hosted);
    const { onProgress, meta } = context;
    return callTool(live, tool, args, { ...this.request(hosted, context), onProgress, meta });
  }
}

interface Call {
  readonly args: Arguments;
  readonly context: ToolContext;
}

interface RequestLimits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

function toToolResult(data: ProcessedResult): ToolResult {
  const { _meta, structuredContent } = data;
  if (_meta === undefined && structuredContent === undefined) return { data };
  return { data, mcpMeta: { _meta, structuredContent } };
}
