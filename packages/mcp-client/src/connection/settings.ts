import type { ServerConfig } from '@toolpool/config';
import { clampTimerMs } from '@toolpool/foundation/timing';

const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;
const DEFAULT_CALL_TIMEOUT_MS = 100_000_000;
const DEFAULT_LOCAL_BATCH = 3;
const DEFAULT_REMOTE_BATCH = 20;

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Whether a server runs on this machine because this host starts it. */
export function isLocalServer({ type }: ServerConfig): boolean {
  return type === 'stdio' || type === 'sdk';
}

/** Milliseconds until a connection must stand: the host's own value, the server's, `MCP_TIMEOUT`. */
export function connectTimeoutMs(
  hostMs: number | undefined,
  config: ServerConfig,
  env: Environment,
): number {
  const candidates = [hostMs, config.connectTimeout, env.MCP_TIMEOUT];
  return clampTimerMs(firstPositive(candidates) ?? DEFAULT_CONNECT_TIMEOUT_MS);
}

/** Milliseconds a call may take: the call's own value, the host's, the server's, `MCP_TOOL_TIMEOUT`. */
export function callTimeoutMs(
  {
    callMs,
    hostMs,
  }: { readonly callMs?: number | undefined; readonly hostMs?: number | undefined },
  config: ServerConfig,
  env: Environment,
): number {
  const candidates = [callMs, hostMs, config.timeout, env.MCP_TOOL_TIMEOUT];
  return clampTimerMs(firstPositive(candidates) ?? DEFAULT_CALL_TIMEOUT_MS);
}

/** How many local and how many remote servers are connected at a time. */
export function batchSizes(env: Environment): { readonly local: number; readonly remote: number } {
  const size = (value: string | undefined, fallback: number) =>
    Math.ceil(firstPositive([value]) ?? fallback);
  return {
    local: size(env.MCP_SERVER_CONNECTION_BATCH_SIZE, DEFAULT_LOCAL_BATCH),
    remote: size(env.MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE, DEFAULT_REMOTE_BATCH),
  };
}

/** The first value that is a positive finite number; settings that are none count as absent. */
function firstPositive(values: readonly (number | string | undefined)[]): number | undefined {
  return values.map(Number).find((value) => value > 0 && value < Number.POSITIVE_INFINITY);
}
