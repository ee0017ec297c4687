import type { LoadedServers } from '@toolpool/config';
import type { ToolpoolErrorCode } from '@toolpool/foundation/errors';
import { connectionError, type Host, type ServerReport } from '@toolpool/mcp-client';
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts';
import { rowsOf, type ServerRow } from '../servers/server-rows.ts';

/** Rows of every entry, with what became of those that may run. In the order of names. */
export function connectedRows(host: Host, loaded: LoadedServers): readonly ServerRow[] {
  const reports = new Map(host.servers().map((report) => [report.connection.name, report]));
  return rowsOf(loaded).map((row) => {
    // Every other status is of an entry that was set aside, maybe under the same name.
    const report = row.status === 'pending' ? reports.get(row.name) : undefined;
    return report ? { ...row, ...describeReport(report) } : row;
  });
}

/**
 * The exit code of a listing. Of all servers: 3 when one that its entry calls required cannot be
 * used, else 0. Of the one that was named: why it gives nothing.
 */
export function exitCodeOfListing(
  name: string | undefined,
  host: Host,
  loaded: LoadedServers,
): ExitCode {
  return name === undefined
    ? exitCodeOfRequired(host, loaded)
    : exitCodeOfNamed(name, host, loaded);
}

/** 3 when a server that its entry calls required cannot be used, else 0. */
export function exitCodeOfRequired(host: Host, { setAside }: LoadedServers): ExitCode {
  const down = host.connections().filter(({ type }) => type === 'failed' || type === 'needs-auth');
  const broken = setAside.filter(({ status }) => status === 'misconfigured');
  return [...down, ...broken].some(({ config }) => config?.required) ? 3 : 0;
}

function exitCodeOfNamed(name: string, host: Host, { setAside }: LoadedServers): ExitCode {
  const connection = host.connections().find((candidate) => candidate.name === name);
  const code = connection
    ? connectionError(connection)?.code
    : setAside.find((candidate) => candidate.name === name)?.code;
  return code === undefined ? 0 : EXIT_CODES[code];
}

/** Failures of expanding an entry: its server was neither started nor dialled. */
const MISCONFIGURED: ReadonlySet<ToolpoolErrorCode> = new Set<ToolpoolErrorCode>([
  'TOOLPOOL_CONFIG_INVALID',
  'TOOLPOOL_CONFIG_VARIABLE_MISSING',
  'TOOLPOOL_CONFIG_REFERENCE_INVALID',
  'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE',
]);

function describeReport({
  connection,
  tools,
  prompts,
  resources,
  problems,
  durationMs,
}: ServerReport): Pick<ServerRow, 'status' | 'reason'> & Partial<ServerRow> {
  const time = { durationMs: durationMs === undefined ? null : Math.round(durationMs) };
  switch (connection.type) {
    case 'connected': {
      const { serverInfo, session } = connection;
      return {
        ...time,
        status: 'connected',
        reason: problems.length === 0 ? null : problems.join(' '),
        serverInfo: { name: serverInfo.name, version: serverInfo.version },
        protocolVersion: session.protocolVersion,
        tools: tools ?? null,
        prompts: prompts ?? null,
        resources: resources ?? null,
      };
    }
    case 'failed': {
      const { code, message } = connection.error;
      const status = MISCONFIGURED.has(code) ? 'misconfigured' : 'failed';
      return { ...time, status, reason: message };
    }
    case 'needs-auth':
      return { ...time, status: 'needs-auth', reason: connection.reason };
    case 'disabled':
      return { status: connection.status, reason: connection.reason };
    case 'pending':
      return { status: 'pending', reason: null };
  }
}
