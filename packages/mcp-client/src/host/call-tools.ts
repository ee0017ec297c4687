import type { Tool } from '@toolpool/tool-core';
import type { CallOptions, CallResult, HostView } from './host.ts';

/** A call as a model asks for it. */
export interface ToolCall {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** What calls of one server wait for. */
interface Lane {
  /** The last call that runs alone. */
  alone: Promise<unknown>;
  /** Calls after it that run side by side. */
  readonly together: Promise<unknown>[];
}

/**
 * Makes the calls that a model asked for at once, and resolves to how each of them ended, in their
 * order. Of one server, only calls of tools that are safe for it run side by side; any other waits for
 * those before it, and those after it wait for it. Servers do not wait for each other.
 *
 * @param options holds for each of the calls
 */
export function callTools(
  view: HostView,
  calls: readonly ToolCall[],
  options?: CallOptions,
): Promise<PromiseSettledResult<CallResult>[]> {
  const tools = new Map(view.toolPool().map((tool) => [tool.name, tool]));
  const lanes = new Map<string | undefined, Lane>();
  const running = calls.map(({ name, args }) => {
    const tool = tools.get(name);
    const lane = laneOf(lanes, tool);
    const call = () => view.callTool(name, args, options);
    return tool?.isConcurrencySafe() ? callTogether(lane, call) : callAlone(lane, call);
  });
  return Promise.allSettled(running);
}

function laneOf(lanes: Map<string | undefined, Lane>, tool: Tool | undefined): Lane {
  const server = tool?.mcpInfo?.serverName;
  const lane = lanes.get(server) ?? { alone: Promise.resolve(), together: [] };
  lanes.set(server, lane);
  return lane;
}

function callTogether(lane: Lane, call: () => Promise<CallResult>): Promise<CallResult> {
  const running = lane.alone.then(call);
  lane.together.push(settled(running));
  return running;
}

function callAlone(lane: Lane, call: () => Promise<CallResult>): Promise<CallResult> {
  const before = Promise.all([lane.alone, ...lane.together.splice(0)]);
  const running = before.then(call);
  lane.alone = settled(running);
  return running;
}

function settled(work: Promise<unknown>): Promise<unknown> {
  return work.catch(() => undefined);
}
