import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import type { ExitCode } from '../exit-codes.ts';
import { connectedRows, exitCodeOfListing } from '../host/connected-rows.ts';
import { narrowTo } from '../servers/narrow-to.ts';
import { writeServerList } from '../servers/write-server-list.ts';

/**
 * `toolpool reconnect [name] [--all]`: forgets which servers wanted a login, dials them afresh, and
 * reports them as `list` does. A program that runs has its own connections; this one only tells
 * whether the next will stand.
 */
export async function reconnect(
  context: CommandContext,
  { args: [name], options: { all = false } }: CommandInput<{ readonly all?: boolean }>,
): Promise<ExitCode> {
  if (all === (name !== undefined)) throw wrongWords(all);
  const configuration = narrowTo(name, await loadConfiguration(context, { online: true }));
  const { loaded } = configuration;
  const work = async ({ host }: OpenHost): Promise<ExitCode> => {
    writeServerList(context, configuration, connectedRows(host, loaded));
    return exitCodeOfListing(name, host, loaded);
  };
  const { timeoutMs: connectTimeoutMs } = context.global;
  return withHost(context, configuration, work, { connectTimeoutMs, forgetLogins: true });
}

function wrongWords(all: boolean): ToolpoolError {
  const message = all
    ? 'A name and --all were given: --all means every server.'
    : 'There is no server named to reconnect.';
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_USAGE',
    hint: 'Write toolpool reconnect <name>, or toolpool reconnect --all.',
  });
}
