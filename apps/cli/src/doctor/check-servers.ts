import { connectionError, type Host, type ServerReport } from '@toolpool/mcp-client';
import type { Finding } from './check-configuration.ts';

/** What is wrong with the servers that were connected, or could not be. */
export function checkServers(host: Host): Finding[] {
  return host.servers().flatMap((report): Finding[] => {
    const { connection } = report;
    const { file = null, line = null, column = null } = connection.server.source;
    const place = { file, line, column, server: connection.name };
    const error = connectionError(connection);
    if (!error) return problemsOf(report).map((finding) => ({ ...finding, ...place }));
    const { code, message, hint = null } = error;
    return [{ severity: 'error', code, message, fix: hint, ...place }];
  });
}

function problemsOf({ problems }: ServerReport) {
  return problems.map((message) => ({
    severity: 'warning' as const,
    code: 'TOOLPOOL_RESPONSE_INVALID',
    message,
    fix: 'Report it to the author of the server.',
  }));
}
