import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import type { OpenHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import { rowsOf } from '../servers/server-rows.ts';
import { writeServerList } from '../servers/write-server-list.ts';

/** `toolpool list [--offline]`. */
export async function list(
  context: CommandContext,
  { options: { offline = false } }: CommandInput<{ readonly offline?: boolean }>,
): Promise<ExitCode> {
  const configuration = await loadConfiguration(context, { online: !offline });
  if (offline) {
    writeServerList(context, configuration, rowsOf(configuration.loaded));
    return 0;
  }
  const { connectedRows, exitCodeOfRequired, withHost } = await import('../chunks/connection.ts');
  const work = async ({ host }: OpenHost) => {
    writeServerList(context, configuration, connectedRows(host, configuration.loaded));
    return exitCodeOfRequired(host, configuration.loaded);
  };
  return withHost(context, configuration, work, { connectTimeoutMs: context.global.timeoutMs });
}
