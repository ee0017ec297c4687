import type { ServerReport } from '@toolpool/mcp-client';
import type { OpenHost } from '../compose/with-host.ts';
import { hintedError } from '../host/hinted-error.ts';
import { adviceFor } from '../pins/project-pins.ts';
import type { Finding } from './check-configuration.ts';
import { describeLeniencies } from './describe-leniencies.ts';

/** What is wrong with the servers that were connected, or could not be. */
export function checkServers({ host, pins }: OpenHost): Finding[] {
  return host.servers().flatMap((report): Finding[] => {
    const { connection } = report;
    const { file = null, line = null, column = null } = connection.server.source;
    const place = { file, line, column, server: connection.name };
    const error = hintedError(connection);
    if (!error) {
      const findings = [...problemsOf(report, pins), ...leniencyOf(report)];
      return findings.map((finding) => ({ ...finding, ...place }));
    }
    const { code, message, hint = null } = error;
    return [{ severity: 'error', code, message, fix: hint, ...place }];
  });
}

function problemsOf({ connection: { name }, problems }: ServerReport, pins: OpenHost['pins']) {
  return problems.map((message) => ({
    severity: 'warning' as const,
    message,
    ...(pins.isOwn(name, message)
      ? { code: 'TOOLPOOL_TOOL_CHANGED', fix: adviceFor(name) }
      : { code: 'TOOLPOOL_RESPONSE_INVALID', fix: 'Report it to the author of the server.' }),
  }));
}

function leniencyOf({ connection: { name }, leniencies }: ServerReport) {
  const message = describeLeniencies(name, leniencies);
  if (message === undefined) return [];
  const fix = 'Nothing needs to be done; tell the author of the server.';
  return [{ severity: 'info' as const, code: 'TOOLPOOL_SERVER_TOLERATED', message, fix }];
}
