import { ToolpoolError } from '@toolpool/foundation/errors';
import { connectionError, type MCPServerConnection } from '@toolpool/mcp-client';
import { hintFor } from '../servers/hint-for.ts';

/** Why a server cannot be used, and with which command that may change; `undefined` when it can. */
export function hintedError(connection: MCPServerConnection): ToolpoolError | undefined {
  const error = connectionError(connection);
  if (!error || error.hint || connection.type !== 'disabled') return error;
  const { message, code } = error;
  const { name: server } = connection;
  return new ToolpoolError(message, { code, server, hint: hintFor(server, code) });
}
