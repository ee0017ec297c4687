import type { CommandContext, CommandInput } from '../command-context.ts';
import { type Configuration, loadConfiguration } from '../compose/load-configuration.ts';
import type { OpenHost } from '../compose/with-host.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics } from '../output/notes.ts';
import { paintFor } from '../output/paint.ts';
import { safeLine, safeText } from '../output/text.ts';
import { rowsOf, type ServerRow } from '../servers/server-rows.ts';
import { unknownServer } from '../servers/unknown-server.ts';

/** One server, whole. */
interface ServerDetails extends ServerRow {
  /** As written: nothing in it is expanded. */
  readonly config: unknown;
  readonly capabilities: unknown;
  readonly instructions: string | null;
}

/** `toolpool get <name> [--offline]`. */
export async function get(
  context: CommandContext,
  { args: [name = ''], options }: CommandInput<{ readonly offline?: boolean }>,
): Promise<0> {
  const configuration = await loadConfiguration(context, { online: !options.offline });
  const { loaded } = configuration;
  const row = findRow(name, configuration);
  const server = loaded.servers.find((candidate) => candidate.name === name);
  const setAside = loaded.setAside.find((candidate) => candidate.name === name);
  const config = server?.config ?? setAside?.entry ?? setAside?.config ?? null;
  const offline = { ...row, config, capabilities: null, instructions: null };
  if (options.offline || !server) {
    print(context, configuration, offline);
    return 0;
  }
  const { connectedRows, withHost } = await import('../chunks/connection.ts');
  const work = async ({ host }: OpenHost): Promise<0> => {
    const [connected] = connectedRows(host, { ...loaded, servers: [server], setAside: [] });
    const [connection] = host.connections();
    const { capabilities = null, instructions = null } =
      connection?.type === 'connected' ? connection : {};
    print(context, configuration, { ...offline, ...connected, capabilities, instructions });
    return 0;
  };
  const { timeoutMs: connectTimeoutMs } = context.global;
  return withHost(context, configuration, work, { servers: [server], connectTimeoutMs });
}

/** The entry that runs under a name, else the first one that does not. */
function findRow(name: string, { loaded }: Configuration): ServerRow {
  const rows = rowsOf(loaded).filter((row) => row.name === name);
  const row = rows.find(({ status }) => status === 'pending') ?? rows[0];
  if (row) return row;
  throw unknownServer(name, [...loaded.servers, ...loaded.setAside]);
}

function print(
  context: CommandContext,
  { diagnostics }: Configuration,
  details: ServerDetails,
): void {
  const { io, global } = context;
  const own = diagnostics.filter(({ server }) => server === details.name);
  if (global.json) {
    writeJson(io.stdout, { ...details, ...diagnosticsShape(own) });
    return;
  }
  writeDiagnostics(context, own);
  const paint = paintFor(io.stdout, io);
  const { name, config, capabilities, instructions, serverInfo, ...rest } = details;
  const facts = {
    ...rest,
    server: serverInfo && `${serverInfo.name} ${serverInfo.version}`,
    capabilities: capabilities && Object.keys(capabilities).join(', '),
  };
  io.stdout.write(`${paint.bold(safeLine(name))}\n`);
  for (const [label, value] of Object.entries(facts)) {
    if (value !== null) io.stdout.write(`  ${paint.dim(`${label}:`)} ${safeLine(String(value))}\n`);
  }
  io.stdout.write(`${safeText(JSON.stringify(config, undefined, 2))}\n`);
  if (instructions) io.stdout.write(`\n${safeText(instructions)}\n`);
}
