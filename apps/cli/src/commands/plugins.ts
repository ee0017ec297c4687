import type { LoadedPlugin } from '@toolpool/plugin-kit';
import type { CommandContext } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics, writeNote } from '../output/notes.ts';
import { formatTable } from '../output/table.ts';
import { safeLine } from '../output/text.ts';

/** `toolpool plugins`. */
export async function plugins(context: CommandContext): Promise<0> {
  const { io, global } = context;
  const { plugins: loaded, diagnostics } = await loadConfiguration(context);
  const rows = loaded.plugins.map(toRow);
  if (global.json) {
    writeJson(io.stdout, { plugins: rows, ...diagnosticsShape(diagnostics) });
    return 0;
  }
  writeDiagnostics(context, diagnostics);
  if (rows.length === 0) writeNote(context, 'There are no plugins. Load one with --plugin.');
  else {
    const cells = rows.map(({ name, version, servers, source }) =>
      [name, version, servers.join(', '), source].map(safeLine),
    );
    io.stdout.write(
      formatTable({ head: ['plugin', 'version', 'servers', 'source'], rows: cells }, io),
    );
  }
  return 0;
}

/** A plugin named by `--plugin` is enabled, for this run. */
function toRow({ name, version, source, contribution }: LoadedPlugin) {
  const servers = Object.keys(contribution.entries).sort();
  return {
    name,
    version,
    source,
    enabled: true,
    servers: servers.map((server) => `plugin:${name}:${server}`),
  };
}
