import type { Diagnostic } from '@toolpool/config';
import type { Host } from '@toolpool/mcp-client';
import { errorOf } from './why-missing.ts';

/** Why servers gave nothing, or less than they have, as diagnostics of a listing. */
export function listProblems(host: Host): Diagnostic[] {
  return host.servers().flatMap(({ connection, problems }): Diagnostic[] => {
    const error = errorOf(connection);
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
