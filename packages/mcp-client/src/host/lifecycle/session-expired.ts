import { ToolpoolError } from '@toolpool/foundation/errors';

/**
 * Whether a server has forgotten the session of a request, which proves that the request was not
 * processed (MCP 2025-11-25, Transports, Session Management).
 */
export function isSessionExpired(error: unknown): boolean {
  return ToolpoolError.isInstance(error) && error.code === 'TOOLPOOL_SESSION_EXPIRED';
}
