import { ToolpoolError } from '@toolpool/foundation/errors';
import { httpStatusOf } from '../../connection/connect-failure.ts';

const NOT_FOUND = 404;

/**
 * Whether a server has forgotten the session of a request: HTTP 404, whatever its body says (MCP
 * 2025-11-25, Transports, Session Management). It proves that the request was not processed.
 */
export function isSessionExpired(error: unknown): boolean {
  return ToolpoolError.isInstance(error) && httpStatusOf(error) === NOT_FOUND;
}
