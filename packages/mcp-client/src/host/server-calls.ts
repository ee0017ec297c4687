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
import { callTimeoutMs } from '../connection/settings.ts';
import type { CallOptions } from './host.ts';
import type { HostedServer } from './hosted-server.ts';
import { liveConnection } from './live-connection.ts';
import { markProcessing } from './processing-calls.ts';
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
    return markProcessing(async (args, context) => {
      const raw = await this.#call(hosted, definition.name, { args, context });
      return toToolResult(await processMcpResult(raw, processing));
    });
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

  /** Wall clock of a call, in milliseconds: its own, or the usual one of its server. */
  timeoutMs({ name, server }: HostedServer, { timeoutMs }: CallOptions): number {
    if (timeoutMs !== undefined && timeoutMs > 0) return timeoutMs;
    let usual = this.#timeouts.get(name);
    if (usual === undefined) {
      const { callTimeoutMs: hostMs, env } = this.#options;
      usual = callTimeoutMs(hostMs, server.config, env);
      this.#timeouts.set(name, usual);
    }
    return usual;
  }

  #call(hosted: HostedServer, tool: string, call: Call): Promise<unknown> {
    const { connection } = hosted;
    if (connection.type === 'connected') return this.#callLive(hosted, { connection, tool, call });
    return liveConnection(hosted).then((live) =>
      this.#callLive(hosted, { connection: live, tool, call }),
    );
  }

  #callLive(hosted: HostedServer, { connection, tool, call }: LiveCall): Promise<unknown> {
    const { signal, onProgress, meta } = call.context;
    const timeoutMs = this.timeoutMs(hosted, call.context);
    return callTool(connection, tool, call.args, { signal, onProgress, meta, timeoutMs });
  }
}

interface Call {
  readonly args: Arguments;
  readonly context: ToolContext;
}

interface LiveCall {
  readonly connection: ConnectedServer;
  readonly tool: string;
  readonly call: Call;
}

function toToolResult(data: ProcessedResult): ToolResult {
  const { _meta, structuredContent } = data;
  if (_meta === undefined && structuredContent === undefined) return { data };
  return { data, mcpMeta: { _meta, structuredContent } };
}
