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

/** `toolpool prompts [server] [--offline]`. */
export async function prompts(
  context: CommandContext,
  { args: [name], options: { offline = false } }: CommandInput<{ readonly offline?: boolean }>,
): Promise<ExitCode> {
  const configuration = narrowTo(name, await loadConfiguration(context, { online: !offline }));
  const work = async (open: OpenHost): Promise<ExitCode> => {
    const { host } = open;
    const found = collect(host);
    const diagnostics = [...configuration.diagnostics, ...(offline ? [] : listProblems(open))];
    if (context.global.json) {
      writeJson(context.io.stdout, { prompts: found, ...diagnosticsShape(diagnostics) });
    } else {
      writeDiagnostics(context, diagnostics);
      print(context, found);
    }
    return offline ? 0 : exitCodeOfListing(name, host, configuration.loaded);
  };
  return withHost(context, configuration, work, {
    connect: offline ? 'lazy' : 'all',
    lists: ['prompts'],
    connectTimeoutMs: context.global.timeoutMs,
  });
}

function collect(host: OpenHost['host']) {
  return host.commands().map((command) => ({
    name: command.name,
    server: command.server,
    prompt: command.prompt,
    description: command.description ?? null,
    arguments: command.arguments,
  }));
}

function print(context: CommandContext, found: ReturnType<typeof collect>): void {
  if (found.length === 0) {
    writeNote(context, 'There are no prompts.');
    return;
  }
  const rows = found.map((prompt) => [
    safeLine(prompt.name),
    prompt.arguments.map(({ name, required }) => safeLine(required ? name : `[${name}]`)).join(' '),
    safeLine(prompt.description ?? ''),
  ]);
  const head = ['prompt', 'arguments', 'description'];
  context.io.stdout.write(formatTable({ head, rows }, context.io));
}
