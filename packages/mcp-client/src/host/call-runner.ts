import { ToolpoolError } from '@toolpool/foundation/errors';
import type { ProcessedResult } from '@toolpool/results';
import type { Tool, ToolContext } from '@toolpool/tool-core';
import { isRecord } from '../records.ts';
import type { CallOptions, CallOrigin, CallResult, RawCallResult } from './host.ts';
import type { EventHub } from './host-events.ts';
import type { HostPool } from './host-pool.ts';
import type { PermissionGuard } from './permission-guard.ts';
import { hintAt } from './server-set.ts';
import { suggestNames } from './suggest-names.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface CallRunnerOptions {
  readonly pool: HostPool;
  readonly guard: PermissionGuard;
  readonly hub: EventHub;
  /** Calls a server's tool and resolves to the result as it came. */
  readonly callServer: (tool: Tool, args: Arguments, context: ToolContext) => Promise<unknown>;
  /** Processes the data of a built-in tool that made no processed result of it. */
  readonly process: (raw: unknown, tool: Tool) => Promise<ProcessedResult>;
}

/** Runs calls: finds the tool, asks the permissions, tells the events, names the result. */
export class CallRunner {
  readonly #options: CallRunnerOptions;
  #lastId = 0;

  constructor(options: CallRunnerOptions) {
    this.#options = options;
  }

  async call(name: string, args: Arguments, options: CallOptions): Promise<CallResult> {
    const tool = this.#find(name);
    const startedAt = performance.now();
    const result = await this.#run(tool, args, { options, call: processedCall });
    const processed = isProcessed(result) ? result : await this.#processBuiltIn(result, tool);
    return { ...processed, ...originOf(tool, startedAt) };
  }

  async callRaw(name: string, args: Arguments, options: CallOptions): Promise<RawCallResult> {
    const tool = this.#find(name);
    const startedAt = performance.now();
    const call = tool.mcpInfo ? this.#options.callServer : processedCall;
    const result = await this.#run(tool, args, { options, call });
    return { result, ...originOf(tool, startedAt) };
  }

  #find(name: string): Tool {
    const { pool } = this.#options;
    const tool = pool.find(name);
    if (tool) return tool;
    const known = pool.tools().map((each) => ({
      name: each.name,
      shortName: each.mcpInfo?.toolName,
    }));
    const suggestions = suggestNames(name, known);
    throw new ToolpoolError(`There is no tool "${name}".`, {
      code: 'TOOLPOOL_TOOL_UNKNOWN',
      hint: hintAt(suggestions) ?? 'See which tools there are with: toolpool tools',
      data: { suggestions },
    });
  }

  async #run(tool: Tool, args: Arguments, { options, call }: Run): Promise<unknown> {
    // Awaited only where there is something to wait for: most calls are allowed beforehand.
    const permission = this.#options.guard.check(tool, args, options);
    if (permission !== undefined) await permission;
    const { hub } = this.#options;
    const isHeard = hub.has('call-started') || hub.has('call-ended') || hub.has('call-progress');
    return isHeard ? this.#runHeard(tool, args, { options, call }) : call(tool, args, options);
  }

  async #runHeard(tool: Tool, args: Arguments, { options, call }: Run): Promise<unknown> {
    const { hub } = this.#options;
    const server = tool.mcpInfo?.serverName;
    const event = { callId: ++this.#lastId, tool: tool.name, ...(server && { server }) };
    const startedAt = performance.now();
    const onProgress: CallOptions['onProgress'] = ({ progress, total, message }) => {
      const told = {
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      };
      hub.emit('call-progress', { ...event, progress: told });
      options.onProgress?.(told);
    };
    hub.emit('call-started', event);
    try {
      const result = await call(tool, args, { ...options, onProgress });
      const isError = isRecord(result) && result.isError === true;
      hub.emit('call-ended', { ...event, durationMs: performance.now() - startedAt, isError });
      return result;
    } catch (error) {
      const durationMs = performance.now() - startedAt;
      hub.emit('call-ended', { ...event, durationMs, isError: true, error });
      throw error;
    }
  }

  #processBuiltIn(data: unknown, tool: Tool): Promise<ProcessedResult> {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return this.#options.process({ content: [{ type: 'text', text }] }, tool);
  }
}

interface Run {
  readonly options: CallOptions;
  readonly call: (tool: Tool, args: Arguments, context: ToolContext) => Promise<unknown>;
}

async function processedCall(tool: Tool, args: Arguments, context: ToolContext): Promise<unknown> {
  return (await tool.call(args, context)).data;
}

function isProcessed(data: unknown): data is ProcessedResult {
  return isRecord(data) && Array.isArray(data.content) && Array.isArray(data.saved);
}

function originOf({ name, mcpInfo }: Tool, startedAt: number): CallOrigin {
  return {
    tool: name,
    ...(mcpInfo && { server: mcpInfo.serverName }),
    durationMs: performance.now() - startedAt,
  };
}
