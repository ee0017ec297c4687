import type { CommandContext, CommandInput } from '../command-context.ts';
import { loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import { findTool } from '../host/find-tool.ts';
import { neededServers } from '../host/needed-servers.ts';
import { toToolRow } from '../host/tool-row.ts';
import { writeJson } from '../output/json.ts';
import { formatTool } from '../output/tool-text.ts';

/** `toolpool tool <name>`. */
export async function tool(
  context: CommandContext,
  { args: [name = ''] }: CommandInput<unknown>,
): Promise<0> {
  const { io, global } = context;
  const configuration = await loadConfiguration(context, { needPlugins: true, online: true });
  const servers = neededServers(name, configuration, context);
  const work = async (open: OpenHost): Promise<0> => {
    const row = toToolRow(findTool(name, open, configuration.loaded));
    if (global.json) writeJson(io.stdout, row);
    else io.stdout.write(formatTool(row, io));
    return 0;
  };
  return withHost(context, configuration, work, {
    servers,
    lists: ['tools'],
    connectTimeoutMs: global.timeoutMs,
  });
}
