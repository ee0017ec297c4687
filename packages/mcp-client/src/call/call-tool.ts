import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import type { ConnectedServer } from '../connection/connection.ts';
import { callTimeoutMs, idleTimeoutMs } from '../connection/settings.ts';
import type { Progress } from '../session/session.ts';
import { showName } from '../show-name.ts';
import { canBeJson } from './can-be-json.ts';

export interface CallToolOptions {
  /** Aborting it cancels the call: it rejects at once and the server is told. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** `_meta` to send with the call. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Wall clock of the call, in milliseconds. @default the server's `timeout`, else `MCP_TOOL_TIMEOUT`, else 100,000,000 */
  readonly timeoutMs?: number | undefined;
  /**
   * Time the call may go on without an answer or progress, in milliseconds; 0: any. @default the server's
   * `idleTimeout`, else `MCP_TOOL_IDLE_TIMEOUT`, else 5 minutes for a remote server, 30 for a local one
   */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * Calls a tool by the server's own name and resolves to the server's result as it came; give it to
 * `processMcpResult` before a model sees it. Both clocks run from here; progress sets back the idle one
 * alone.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TOOL_ARGUMENTS_INVALID` for arguments that are no object,
 *   or that JSON cannot carry, otherwise as {@link Session.request}
 */
export function callTool(
  { session, config, name: server }: ConnectedServer,
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
  { signal, onProgress = ignoreProgress, meta, ...limits }: CallToolOptions = {},
): Promise<unknown> {
  if (!isRecord(args)) return Promise.reject(argumentsInvalid(server, tool, NO_OBJECT));
  if (!canBeJson(args)) return Promise.reject(argumentsInvalid(server, tool, NO_JSON));
  const params = meta
    ? { name: tool, arguments: args, _meta: meta }
    : { name: tool, arguments: args };
  return session.request('tools/call', params, {
    target: tool,
    signal,
    // Always given, so that a progress token is always sent.
    onProgress,
    timeoutMs: callTimeoutMs(limits.timeoutMs, config, process.env),
    idleTimeoutMs: idleTimeoutMs(limits.idleTimeoutMs, config, process.env),
  });
}

function ignoreProgress(): void {}

interface ArgumentFault {
  readonly what: string;
  readonly hint: string;
}

const NO_OBJECT: ArgumentFault = {
  what: 'are no object',
  hint: 'Give an object whose keys are the names of the arguments.',
};

const NO_JSON: ArgumentFault = {
  what: 'cannot be written as JSON',
  hint: 'Give no BigInt, and no object that is part of itself.',
};

function argumentsInvalid(
  server: string,
  tool: string,
  { what, hint }: ArgumentFault,
): ToolpoolError {
  return new ToolpoolError(`The arguments for tool "${showName(tool)}" ${what}.`, {
    code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
    hint,
    server,
  });
}
