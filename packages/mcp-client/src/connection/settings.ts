import type { ServerConfig } from '@toolpool/config';
import { clampTimerMs } from '@toolpool/foundation/timing';

const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;
const DEFAULT_CALL_TIMEOUT_MS = 100_000_000;
const LOCAL_IDLE_TIMEOUT_MS = 30 * 60_000;
const REMOTE_IDLE_TIMEOUT_MS = 5 * 60_000;
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
  const ms =
    readPositive(hostMs) ?? readPositive(config.connectTimeout) ?? readPositive(env.MCP_TIMEOUT);
  return clampTimerMs(ms ?? DEFAULT_CONNECT_TIMEOUT_MS);
}

/** Milliseconds a call may take: what its caller says, else the server's value, `MCP_TOOL_TIMEOUT`. */
export function callTimeoutMs(
  callerMs: number | undefined,
  config: ServerConfig,
  env: Environment,
): number {
  // On its own: reading the environment costs more than all the rest of a call's set-up.
  if (callerMs !== undefined && callerMs > 0) return clampTimerMs(callerMs);
  const ms = readPositive(config.timeout) ?? readPositive(env.MCP_TOOL_TIMEOUT);
  return clampTimerMs(ms ?? DEFAULT_CALL_TIMEOUT_MS);
}

/**
 * Milliseconds a call may go on without an answer or progress: what its caller says, else the server's
 * value, `MCP_TOOL_IDLE_TIMEOUT`; 0: any.
 */
export function idleTimeoutMs(
  callerMs: number | undefined,
  config: ServerConfig,
  env: Environment,
): number {
  if (callerMs !== undefined && callerMs >= 0) return clampTimerMs(callerMs);
  const setting = env.MCP_TOOL_IDLE_TIMEOUT;
  const ofEnvironment = setting?.trim() === '0' ? 0 : readPositive(setting);
  const usual = isLocalServer(config) ? LOCAL_IDLE_TIMEOUT_MS : REMOTE_IDLE_TIMEOUT_MS;
  return clampTimerMs(config.idleTimeout ?? ofEnvironment ?? usual);
}

/** How many local and how many remote servers are connected at a time. */
export function batchSizes(env: Environment): { readonly local: number; readonly remote: number } {
  const size = (value: string | undefined, fallback: number) =>
    Math.ceil(readPositive(value) ?? fallback);
  return {
    local: size(env.MCP_SERVER_CONNECTION_BATCH_SIZE, DEFAULT_LOCAL_BATCH),
    remote: size(env.MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE, DEFAULT_REMOTE_BATCH),
  };
}

/** A setting as a positive finite number; one that is none counts as absent. */
export function readPositive(value: number | string | undefined): number | undefined {
  const number = Number(value);
  return number > 0 && number < Number.POSITIVE_INFINITY ? number : undefined;
}
