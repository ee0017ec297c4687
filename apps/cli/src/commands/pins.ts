import { forgetPin, hashServerConfig } from '@toolpool/config';
import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { type Configuration, loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodeOfListing } from '../host/connected-rows.ts';
import { suggest } from '../options/suggest.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics, writeNote } from '../output/notes.ts';
import { paintFor } from '../output/paint.ts';
import { formatTable } from '../output/table.ts';
import { safeLine } from '../output/text.ts';
import { acceptPins } from '../pins/accept-pins.ts';
import { formatDifferences } from '../pins/format-differences.ts';
import { type PinRow, pinRows } from '../pins/pin-rows.ts';
import { narrowTo } from '../servers/narrow-to.ts';
import { reportChanges } from '../servers/report-changes.ts';

const ACTIONS = ['diff', 'accept', 'reset'];

interface PinsOptions {
  readonly offline?: boolean;
  readonly yes?: boolean;
}

/** `toolpool pins [diff|accept|reset] [server]`. */
export async function pins(
  context: CommandContext,
  { args: [action, name], options: { offline = false, yes = false } }: CommandInput<PinsOptions>,
): Promise<ExitCode> {
  if (action !== undefined && !ACTIONS.includes(action)) throw unknownAction(action);
  const configuration = narrowTo(
    name,
    await loadConfiguration(context, { online: !offline && action !== 'reset' }),
  );
  const { loaded } = configuration;
  if (action === 'reset') return reset(context, configuration);
  if (loaded.pinPolicy === 'off') {
    writeNote(
      context,
      'Your settings have "pins": "off", so that no tools are pinned or compared.',
    );
  }
  const work = async ({ host, pins }: OpenHost): Promise<ExitCode> => {
    if (action === 'accept') return acceptPins(context, configuration, { pins, yes });
    const rows = await pinRows(configuration, pins.findings);
    print(context, configuration, { rows, isDiff: action === 'diff' });
    return offline ? 0 : exitCodeOfListing(name, host, loaded);
  };
  return withHost(context, configuration, work, {
    connect: offline ? 'lazy' : 'all',
    lists: ['tools'],
    connectTimeoutMs: context.global.timeoutMs,
  });
}

async function reset(context: CommandContext, configuration: Configuration): Promise<0> {
  const { servers, setAside } = configuration.loaded;
  const hashed = setAside.flatMap((server) =>
    server.config ? { ...server, hash: hashServerConfig(server.config) } : [],
  );
  const all = [...servers, ...hashed];
  const changes = await Promise.all(all.map((server) => forgetPin(server, configuration)));
  return reportChanges(
    context,
    changes.flatMap((change) => change ?? []),
  );
}

function print(
  context: CommandContext,
  { diagnostics }: Configuration,
  { rows, isDiff }: { readonly rows: readonly PinRow[]; readonly isDiff: boolean },
): void {
  const { io, global } = context;
  const changed = rows.filter(({ status }) => status === 'changed');
  if (global.json) {
    writeJson(io.stdout, { pins: isDiff ? changed : rows, ...diagnosticsShape(diagnostics) });
    return;
  }
  writeDiagnostics(context, diagnostics);
  if (isDiff) {
    const paint = paintFor(io.stdout, io);
    for (const { server, differences } of changed) {
      io.stdout.write(formatDifferences(server, differences ?? [], paint));
    }
    if (changed.length === 0) writeNote(context, 'No tools differ from what was pinned.');
    return;
  }
  const cells = rows.map(({ server, status, tools, pinnedAt }) =>
    [server, status, String(tools ?? ''), pinnedAt ?? ''].map(safeLine),
  );
  if (rows.length === 0) writeNote(context, 'There are no servers whose tools could be pinned.');
  else
    io.stdout.write(formatTable({ head: ['server', 'status', 'tools', 'since'], rows: cells }, io));
}

function unknownAction(action: string): ToolpoolError {
  return new ToolpoolError(`"${action}" is nothing that toolpool pins can do.`, {
    code: 'TOOLPOOL_USAGE',
    hint:
      suggest(action, ACTIONS) ?? `Write one of ${ACTIONS.join(', ')}, or nothing to list them.`,
  });
}
