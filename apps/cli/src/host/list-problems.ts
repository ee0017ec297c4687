import type { Diagnostic } from '@toolpool/config';
import { connectionError } from '@toolpool/mcp-client';
import type { OpenHost } from '../compose/with-host.ts';

/** Why servers gave nothing, or less than they have, as diagnostics of a listing. */
export function listProblems({ host, pins }: OpenHost): Diagnostic[] {
  return host.servers().flatMap(({ connection, problems }): Diagnostic[] => {
    const error = connectionError(connection);
    const messages = error ? [error.message] : problems;
    return messages.map((message) => ({
      severity: 'warning',
      code: error?.code ?? codeOf(pins.isOwn(connection.name, message)),
      message,
      server: connection.name,
    }));
  });
}

function codeOf(isOfPin: boolean) {
  return isOfPin ? 'TOOLPOOL_TOOL_CHANGED' : 'TOOLPOOL_RESPONSE_INVALID';
}
