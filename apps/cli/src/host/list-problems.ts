import type { Diagnostic } from '@toolpool/config';
import { connectionError, type Host } from '@toolpool/mcp-client';

/** Why servers gave nothing, or less than they have, as diagnostics of a listing. */
export function listProblems(host: Host): Diagnostic[] {
  return host.servers().flatMap(({ connection, problems }): Diagnostic[] => {
    const error = connectionError(connection);
    const code = error?.code ?? 'TOOLPOOL_RESPONSE_INVALID';
    const messages = error ? [error.message] : problems;
    return messages.map((message) => ({
      severity: 'warning',
      code,
      message,
      server: connection.name,
    }));
  });
}
