import { classifyAuthFailure, hasAuthorizationHeader } from '@toolpool/auth';
import type { ConfiguredServer, ServerConfig } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import { connectionBase, type FailedServer, type NeedsAuthServer } from './connection.ts';

/** The HTTP status that an error is about, if it is about one. */
export function httpStatusOf(error: unknown): number | undefined {
  if (!ToolpoolError.isInstance(error) || !isRecord(error.data)) return undefined;
  return typeof error.data.status === 'number' ? error.data.status : undefined;
}

/** Turns the error of an attempt to connect into the state it leaves the server in. */
export function toFailure(
  server: ConfiguredServer,
  error: unknown,
  expanded?: ServerConfig,
): FailedServer | NeedsAuthServer {
  const status = httpStatusOf(error);
  const headers = expanded && 'headers' in expanded ? expanded.headers : undefined;
  const failure = classifyAuthFailure({
    status,
    hasConfiguredAuthorization: hasAuthorizationHeader(headers),
  });
  if (failure === 'needs-auth') {
    const reason = `Server "${server.name}" wants a login (HTTP ${status}).`;
    return { ...connectionBase(server), type: 'needs-auth', reason };
  }
  if (failure === 'credential-rejected') {
    return failed(server, credentialRejected(server.name, error));
  }
  return failed(server, ToolpoolError.isInstance(error) ? error : unexpected(server.name, error));
}

/** The state of a server that ended in an error. */
export function failed(server: ConfiguredServer, error: ToolpoolError): FailedServer {
  return { ...connectionBase(server), type: 'failed', code: error.code, error };
}

function credentialRejected(server: string, cause: unknown): ToolpoolError {
  const status = httpStatusOf(cause);
  return new ToolpoolError(
    `Server "${server}" refused the configured credential (HTTP ${status}).`,
    {
      code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS',
      hint: 'Correct the Authorization header in its entry.',
      server,
      data: { status },
      cause,
    },
  );
}

function unexpected(server: string, cause: unknown): ToolpoolError {
  return new ToolpoolError(`Server "${server}" could not be connected.`, {
    code: 'TOOLPOOL_CONNECT_FAILED',
    server,
    cause,
  });
}
