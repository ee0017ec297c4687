import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import type { ProcessedResult } from '@toolpool/results';
import type { Tool, ToolContext, ToolResult } from '@toolpool/tool-core';
import { showName } from '../show-name.ts';
import type { CallOptions, CallResult, RawCallResult } from './host.ts';
import type { EventHub } from './host-events.ts';
import type { HostPool } from './host-pool.ts';
import type { PermissionGuard } from './permission-guard.ts';
import { isProcessing } from './processing-calls.ts';
import { hintAt, suggestNames } from './suggest-names.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface CallRunnerOptions {
  readonly pool: HostPool;
  readonly guard: PermissionGuard;
  readonly hub: EventHub;
  /** Numbers the calls of a host and its views. */
  readonly nextCallId: () => number;
  /** Calls a server's tool and resolves to the result as it came. */
  readonly callServer: (tool: Tool, args: Arguments, context: ToolContext) => Promise<unknown>;
  /** Processes the data of a built-in tool. */
  readonly process: (raw: unknown, tool: Tool) => Promise<ProcessedResult>;
}

/** Runs calls: finds the tool, asks the permissions, tells the events, names the result. */
export class CallRunner {
  readonly #options: CallRunnerOptions;

  constructor(options: CallRunnerOptions) {
    this.#options = options;
  }

  async call(name: string, args: Arguments, options: CallOptions): Promise<CallResult> {
    const tool = this.#find(name);
    const startedAt = performance.now();
    const { data } = (await this.#run(tool, args, { options, call: callOwn })) as ToolResult;
    const processed = isProcessing(tool)
      ? (data as ProcessedResult)
      : await this.#processBuiltIn(data, tool);
    return toCallResult(processed, tool, performance.now() - startedAt);
  }

  async callRaw(name: string, args: Arguments, options: CallOptions): Promise<RawCallResult> {
    const tool = this.#find(name);
    const startedAt = performance.now();
    const { callServer } = this.#options;
    const call = tool.mcpInfo ? callServer : callOwn;
    const answer = await this.#run(tool, args, { options, call });
    return {
      result: call === callOwn ? (answer as ToolResult).data : answer,
      tool: tool.name,
      ...(tool.mcpInfo && { server: tool.mcpInfo.serverName }),
      durationMs: performance.now() - startedAt,
    };
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
    throw new ToolpoolError(`There is no tool "${showName(name)}".`, {
      code: 'TOOLPOOL_TOOL_UNKNOWN',
      hint: hintAt(suggestions) ?? 'See which tools there are with: toolpool tools',
      data: { suggestions },
    });
  }

  #run(tool: Tool, args: Arguments, run: Run): Promise<unknown> {
    const permission = this.#options.guard.check(tool, args, run.options);
    // Awaited only where there is something to wait for: most calls are allowed beforehand.
    if (permission === undefined) return this.#start(tool, args, run);
    return permission.then(() => this.#start(tool, args, run));
  }

  #start(tool: Tool, args: Arguments, run: Run): Promise<unknown> {
    const { hub } = this.#options;
    if (callEvents.some((name) => hub.has(name))) return this.#startHeard(tool, args, run);
    return run.call(tool, args, run.options);
  }

  async #startHeard(tool: Tool, args: Arguments, { options, call }: Run): Promise<unknown> {
    const { hub, nextCallId } = this.#options;
    const server = tool.mcpInfo?.serverName;
    const event = { callId: nextCallId(), tool: tool.name, ...(server && { server }) };
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
      const isError = saysError(result);
      hub.emit('call-ended', { ...event, durationMs: performance.now() - startedAt, isError });
      return result;
    } catch (error) {
      const durationMs = performance.now() - startedAt;
      hub.emit('call-ended', { ...event, durationMs, isError: true, error });
      throw error;
    }
  }

  #processBuiltIn(data: unknown, tool: Tool): Promise<ProcessedResult> {
    // A tool that returns nothing has no JSON.
    const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
    return this.#options.process({ content: [{ type: 'text', text }] }, tool);
  }
}

interface Run {
  readonly options: CallOptions;
  readonly call: (tool: Tool, args: Arguments, context: ToolContext) => Promise<unknown>;
}

const callEvents = ['call-started', 'call-progress', 'call-ended'] as const;

const callOwn: Run['call'] = (tool, args, context) => tool.call(args, context);

/** Whether a tool's result, or the data in it, says that the tool failed. */
function saysError(result: unknown): boolean {
  if (!isRecord(result)) return false;
  return result.isError === true || (isRecord(result.data) && result.data.isError === true);
}

/** Field by field: a spread would cost more than all the rest of the call's bookkeeping. */
function toCallResult(
  { content, isError, saved, truncated, warnings, structuredContent, _meta }: ProcessedResult,
  { name, mcpInfo }: Tool,
  durationMs: number,
): CallResult {
  const result: { -readonly [Key in keyof CallResult]: CallResult[Key] } = {
    tool: name,
    isError,
    content,
    saved,
    truncated,
    warnings,
    durationMs,
  };
  if (mcpInfo) result.server = mcpInfo.serverName;
  if (structuredContent !== undefined) result.structuredContent = structuredContent;
  if (_meta) result._meta = _meta;
  return result;
}
