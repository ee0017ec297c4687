import type { LoadedServers } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { MCPServerConnection } from '@toolpool/mcp-client';
import { hintFor } from '../servers/hint-for.ts';
import { serversNamedBy } from '../servers/servers-named-by.ts';
import { unknownServerOf } from './needed-servers.ts';

/**
 * The error of the server that keeps a name from being found: one that the name tells, whatever its
 * state; else one that failed and might have it; else that there is no such server. `undefined`: all
 * who might have it were asked.
 */
export function whyMissing(
  name: string,
  connections: readonly MCPServerConnection[],
  loaded: LoadedServers,
): ToolpoolError | undefined {
  const [named] = serversNamedBy(name, connections).map(errorOf).filter(isError);
  if (named) return named;
  const [failed] = connections
    .filter(({ type }) => type === 'failed')
    .map(errorOf)
    .filter(isError);
  if (failed) return mightHave(name, failed);
  const broken = loaded.setAside.find(
    ({ status }) => status === 'misconfigured' || status === 'invalid',
  );
  if (!broken?.code) return unknownServerOf(name, loaded);
  const { name: server, code, reason } = broken;
  const hint = hintFor(server, code);
  return mightHave(name, new ToolpoolError(reason, { code, server, hint }));
}

/** Why a server cannot be used; `undefined` when it can. */
export function errorOf(connection: MCPServerConnection): ToolpoolError | undefined {
  const { name, type } = connection;
  switch (type) {
    case 'connected':
      return undefined;
    case 'failed':
      return connection.error;
    case 'disabled': {
      const { reason, code } = connection;
      return new ToolpoolError(`Server "${name}" does not run: ${reason}`, {
        code,
        server: name,
        hint: hintFor(name, code),
      });
    }
    case 'needs-auth':
      return new ToolpoolError(connection.reason, {
        code: 'TOOLPOOL_SERVER_NEEDS_AUTH',
        hint: 'Give it an Authorization header in its entry.',
        server: name,
      });
    case 'pending':
      return new ToolpoolError(`Server "${name}" is not connected.`, {
        code: 'TOOLPOOL_CONNECT_FAILED',
        server: name,
      });
  }
}

function isError(error: ToolpoolError | undefined): error is ToolpoolError {
  return error !== undefined;
}

function mightHave(name: string, { message, code, server, hint }: ToolpoolError): ToolpoolError {
  const text = `No server that answered has "${name}", and one that might could not be asked: ${message}`;
  return new ToolpoolError(text, { code, server, hint });
}
