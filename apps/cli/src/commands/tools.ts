import type { CommandContext, CommandInput } from '../command-context.ts';
import { type Configuration, loadConfiguration } from '../compose/load-configuration.ts';
import type { OpenHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ToolRow } from '../host/tool-row.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics, writeNote } from '../output/notes.ts';
import { formatFailed, formatToolTable } from '../output/tool-table.ts';
import { type FailedRow, failedRows } from '../servers/failed-rows.ts';
import { narrowTo } from '../servers/narrow-to.ts';
import { rowsOf } from '../servers/server-rows.ts';

interface Listing {
  readonly tools: readonly ToolRow[];
  readonly failed: readonly FailedRow[];
  readonly offline: boolean;
}

/** `toolpool tools [server] [--offline]`. */
export async function tools(
  context: CommandContext,
  { args: [name], options: { offline = false } }: CommandInput<{ readonly offline?: boolean }>,
): Promise<ExitCode> {
  const configuration = narrowTo(name, await loadConfiguration(context, { online: !offline }));
  const { loaded } = configuration;
  if (offline) {
    print(context, configuration, { tools: [], failed: failedRows(rowsOf(loaded)), offline });
    return 0;
  }
  const { connectedRows, exitCodeOfListing, listProblems, toToolRow, withHost } = await import(
    '../chunks/connection.ts'
  );
  const work = async (open: OpenHost) => {
    const { host } = open;
    const pool = host.toolPool().map(toToolRow);
    const tools = pool.filter(({ server }) => name === undefined || server === name);
    const failed = failedRows(connectedRows(host, loaded));
    // Servers that give no tools are told of by themselves.
    const problems = listProblems(open).filter(
      (problem) => !failed.some(({ server }) => server === problem.server),
    );
    const diagnostics = [...configuration.diagnostics, ...problems];
    print(context, { ...configuration, diagnostics }, { tools, failed, offline });
    return exitCodeOfListing(name, host, loaded);
  };
  return withHost(context, configuration, work, { connectTimeoutMs: context.global.timeoutMs });
}

function print(
  context: CommandContext,
  { diagnostics }: Configuration,
  { tools, failed, offline }: Listing,
): void {
  const { io, global } = context;
  const totalTokens = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  if (global.json) {
    writeJson(io.stdout, { tools, totalTokens, failed, ...diagnosticsShape(diagnostics) });
    return;
  }
  writeDiagnostics(context, diagnostics);
  if (tools.length > 0) io.stdout.write(formatToolTable(tools, io));
  else writeNote(context, emptyPool(offline, failed));
  for (const line of formatFailed(failed, io)) writeNote(context, line);
}

/** Says that there are no tools, and what to do about it. */
function emptyPool(offline: boolean, failed: readonly FailedRow[]): string {
  if (offline) return 'There are no tools without a connection. Leave --offline out.';
  return failed.length === 0
    ? 'There are no tools. Add a server with toolpool add.'
    : 'There are no tools. See toolpool doctor for what the servers need.';
}
