import type { LoadedServers } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { connectionError, type MCPServerConnection } from '@toolpool/mcp-client';
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
  const [named] = serversNamedBy(name, connections).map(connectionError).filter(isError);
  if (named) return named;
  const [failed] = connections
    .filter(({ type }) => type === 'failed')
    .map(connectionError)
    .filter(isError);
  if (failed) return mightHave(name, failed);
  const broken = loaded.setAside.find(
    ({ status }) => status === 'misconfigured' || status === 'invalid',
  );
  if (!broken?.code) return unknownServerOf(name, loaded);
  const { name: server, code, reason } = broken;
  return mightHave(name, new ToolpoolError(reason, { code, server }));
}

function isError(error: ToolpoolError | undefined): error is ToolpoolError {
  return error !== undefined;
}

function mightHave(name: string, { message, code, server, hint }: ToolpoolError): ToolpoolError {
  const text = `No server that answered has "${name}", and one that might could not be asked: ${message}`;
  return new ToolpoolError(text, { code, server, hint });
}
