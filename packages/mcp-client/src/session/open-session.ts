import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  LATEST_PROTOCOL_VERSION,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { cleanText, maskSecrets, truncateText } from '@toolpool/foundation/text';
import { MAX_TIMER_MS, withTimeout } from '@toolpool/foundation/timing';
import type { ToolpoolTransport } from '@toolpool/transports';
import { RequestChannel } from './request-channel.ts';
import { toRefusal } from './request-errors.ts';
import { SdkSession } from './sdk-session.ts';
import type { Session } from './session.ts';
import type { Telemetry } from './telemetry.ts';

/** Name and version that this host gives to servers. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

export interface OpenSessionOptions {
  /** Configured name of the server, for errors. */
  readonly server: string;
  readonly clientInfo: ClientInfo;
  /** Values that no error may hold. */
  readonly secrets: Iterable<string>;
  /** Time for the transport to start and the server to answer `initialize`, in milliseconds. */
  readonly connectTimeoutMs: number;
  readonly telemetry?: Telemetry | undefined;
  /** The revision of the protocol to offer. @default the newest */
  readonly revision?: string | undefined;
}

// The SDK would compile every output schema; results are checked elsewhere, or not at all.
const noValidator = {
  getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never,
};

/**
 * Starts a transport and shakes hands. Whatever goes wrong, the transport is closed for good, and on
 * stdio its processes are gone, before this rejects. `initialize` itself is never cancelled (spec,
 * Cancellation): a server that stays silent loses its connection.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONNECT_TIMEOUT`, `TOOLPOOL_CONNECT_FAILED`, or why the
 *   transport is gone
 */
export async function openSession(
  transport: ToolpoolTransport,
  { server, secrets, clientInfo, connectTimeoutMs, revision, telemetry }: OpenSessionOptions,
): Promise<Session> {
  const channel = new RequestChannel(transport, { server, secrets, revision, telemetry });
  const client = new Client(clientInfo, { capabilities: {}, jsonSchemaValidator: noValidator });
  try {
    await withTimeout(client.connect(channel, { timeout: MAX_TIMER_MS }), connectTimeoutMs, () =>
      connectTimedOut(server, { ms: connectTimeoutMs, stderr: transport.diagnostics().stderr }),
    );
    if (!channel.handshake.introduction)
      throw new TypeError('The SDK connected without an introduction');
    return new SdkSession(client, channel, channel.handshake.introduction);
  } catch (error) {
    const reason = transport.closeReason;
    // A failing close must not hide why the connection failed.
    await transport.close().catch(() => undefined);
    throw toConnectError(error, { server, secrets, reason, channel });
  }
}

const SPOKEN = `speaks ${SUPPORTED_PROTOCOL_VERSIONS.at(-1)} to ${LATEST_PROTOCOL_VERSION}`;

function nameRevision(revision: string): string {
  if (revision === '') return 'it does not say which revision of the protocol it speaks';
  return `it speaks revision "${revision}" of the protocol`;
}

function connectTimedOut(
  server: string,
  { ms, stderr }: { readonly ms: number; readonly stderr: string | undefined },
): ToolpoolError {
  const lastWords = stderr ? ` It last wrote: ${stderr}` : '';
  const message = `Server "${server}" did not finish its start within ${ms} ms.${lastWords}`;
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_CONNECT_TIMEOUT',
    hint: 'Give it more time with "connectTimeout" in its entry or MCP_TIMEOUT (milliseconds), or start its command by hand to see what it waits for.',
    server,
  });
}

interface ConnectFailure {
  readonly server: string;
  readonly secrets: Iterable<string>;
  readonly reason: ToolpoolError | undefined;
  readonly channel: RequestChannel;
}

function toConnectError(error: unknown, failure: ConnectFailure): ToolpoolError {
  const { server, secrets, reason, channel } = failure;
  if (ToolpoolError.isInstance(error)) return error;
  if (reason) return reason;
  if (error instanceof McpError) {
    const message = error.message.replace(/^MCP error -?\d+: /, '');
    const { code, data } = error;
    return toRefusal({ code, message, data }, { server, secrets, method: 'initialize' });
  }
  const revision = channel.handshake.introduction?.protocolVersion;
  const detail = error instanceof Error ? error.message : String(error);
  const fault =
    revision === undefined
      ? maskSecrets(cleanText(truncateText(detail, 1_000)), secrets)
      : `${nameRevision(maskSecrets(revision, secrets))}, and this client ${SPOKEN}`;
  const isClean = maskSecrets(detail, secrets) === detail;
  return new ToolpoolError(`Server "${server}" could not be connected: ${fault}.`, {
    code: 'TOOLPOOL_CONNECT_FAILED',
    server,
    ...(isClean && { cause: error }),
  });
}
