import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodeOfListing } from '../host/connected-rows.ts';
import { listProblems } from '../host/list-problems.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape, writeDiagnostics, writeNote } from '../output/notes.ts';
import { formatTable } from '../output/table.ts';
import { safeLine } from '../output/text.ts';
import { narrowTo } from '../servers/narrow-to.ts';

/** `toolpool resources [server] [--offline]`. */
export async function resources(
  context: CommandContext,
  { args: [name], options: { offline = false } }: CommandInput<{ readonly offline?: boolean }>,
): Promise<ExitCode> {
  const configuration = narrowTo(name, await loadConfiguration(context, { online: !offline }));
  const work = async (open: OpenHost): Promise<ExitCode> => {
    const { host } = open;
    const found = collect(host);
    const diagnostics = [...configuration.diagnostics, ...(offline ? [] : listProblems(open))];
    if (context.global.json) {
      writeJson(context.io.stdout, { ...found, ...diagnosticsShape(diagnostics) });
    } else {
      writeDiagnostics(context, diagnostics);
      print(context, found);
    }
    return offline ? 0 : exitCodeOfListing(name, host, configuration.loaded);
  };
  return withHost(context, configuration, work, {
    connect: offline ? 'lazy' : 'all',
    lists: ['resources'],
    connectTimeoutMs: context.global.timeoutMs,
  });
}

function collect(host: OpenHost['host']) {
  return {
    resources: host.resources().map(({ server, uri, name, mimeType, description }) => ({
      server,
      uri,
      name,
      mimeType: mimeType ?? null,
      description: description ?? null,
    })),
    templates: host
      .resourceTemplates()
      .map(({ server, uriTemplate, name, mimeType, description }) => ({
        server,
        uriTemplate,
        name,
        mimeType: mimeType ?? null,
        description: description ?? null,
      })),
  };
}

function print(
  context: CommandContext,
  { resources, templates }: ReturnType<typeof collect>,
): void {
  const rows = [
    ...resources.map((resource) => ({ ...resource, address: resource.uri })),
    ...templates.map((template) => ({ ...template, address: template.uriTemplate })),
  ];
  if (rows.length === 0) {
    writeNote(context, 'There are no resources.');
    return;
  }
  const cells = rows.map(({ server, address, name, mimeType, description }) =>
    [server, address, name, mimeType ?? '', description ?? ''].map(safeLine),
  );
  const head = ['server', 'uri', 'name', 'type', 'description'];
  context.io.stdout.write(formatTable({ head, rows: cells }, context.io));
}
