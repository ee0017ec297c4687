import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodeOfRequired } from '../host/connected-rows.ts';
import { writeJson } from '../output/json.ts';
import { diagnosticsShape } from '../output/notes.ts';

/** `toolpool status [--offline]`: JSON whatever the options. */
export async function status(
  context: CommandContext,
  { options: { offline = false } }: CommandInput<{ readonly offline?: boolean }>,
): Promise<ExitCode> {
  const configuration = await loadConfiguration(context, { online: !offline });
  const { loaded, diagnostics } = configuration;
  const work = async ({ host }: OpenHost): Promise<ExitCode> => {
    writeJson(context.io.stdout, { ...host.exportState(), ...diagnosticsShape(diagnostics) });
    return offline ? 0 : exitCodeOfRequired(host, loaded);
  };
  return withHost(context, configuration, work, {
    connect: offline ? 'lazy' : 'all',
    connectTimeoutMs: context.global.timeoutMs,
  });
}
