import type { LoadedServers } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { MCPServerConnection } from '@toolpool/mcp-client';
import { hintFor } from '../servers/hint-for.ts';
import { serversNamedBy } from '../servers/servers-named-by.ts';
import { hintedError } from './hinted-error.ts';
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
  const [named] = serversNamedBy(name, connections).map(hintedError).filter(isError);
  if (named) return named;
  const [failed] = connections
    .filter(({ type }) => type === 'failed')
    .map(hintedError)
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

function isError(error: ToolpoolError | undefined): error is ToolpoolError {
  return error !== undefined;
}

function mightHave(name: string, { message, code, server, hint }: ToolpoolError): ToolpoolError {
  const text = `No server that answered has "${name}", and one that might could not be asked: ${message}`;
  return new ToolpoolError(text, { code, server, hint });
}
