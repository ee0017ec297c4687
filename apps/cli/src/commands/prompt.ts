import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Host } from '@toolpool/mcp-client';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { type Configuration, loadConfiguration } from '../compose/load-configuration.ts';
import { type OpenHost, withHost } from '../compose/with-host.ts';
import { findByName, suggestName } from '../host/find-by-name.ts';
import { neededServers } from '../host/needed-servers.ts';
import { whyMissing } from '../host/why-missing.ts';
import { readTextArguments } from '../options/read-arguments.ts';
import { startTimeLimit } from '../options/time-limit.ts';
import { writeContent } from '../output/content.ts';
import { writeJson } from '../output/json.ts';
import { paintFor } from '../output/paint.ts';

/** `toolpool prompt <name> [key=value ...]`. */
export async function prompt(
  context: CommandContext,
  { args: [name = '', ...pairs] }: CommandInput<unknown>,
): Promise<0> {
  const { io, global } = context;
  const limit = startTimeLimit(global.timeoutMs);
  const configuration = await loadConfiguration(context, { needPlugins: true, online: true });
  const args = readTextArguments(pairs);
  const servers = neededServers(name, configuration, context);
  const work = async ({ host, store }: OpenHost): Promise<0> => {
    const { qualifiedName, server, ownName } = findPrompt(name, host, configuration);
    const options = { signal: io.signal, timeoutMs: limit.remainingMs() };
    const filled = await host.getPrompt(qualifiedName, args, options);
    if (global.json) {
      writeJson(io.stdout, { ...filled, description: filled.description ?? null });
      return 0;
    }
    const paint = paintFor(io.stdout, io);
    for (const { role, content } of filled.messages) {
      io.stdout.write(`${paint.dim(`${role}:`)}\n`);
      await writeContent(context, [content], { store, server, tool: ownName, stream: io.stdout });
    }
    return 0;
  };
  return withHost(context, configuration, work, {
    servers,
    lists: ['prompts'],
    connectTimeoutMs: limit.remainingMs(),
  });
}

function findPrompt(name: string, host: Host, { loaded }: Configuration) {
  const items = host.commands().map((command) => ({
    qualifiedName: command.name,
    server: command.server,
    ownName: command.prompt,
  }));
  const found = findByName(name, items, 'TOOLPOOL_PROMPT_AMBIGUOUS');
  if (found) return found;
  throw (
    whyMissing(name, host.connections(), loaded) ??
    new ToolpoolError(`There is no prompt "${name}".`, {
      code: 'TOOLPOOL_PROMPT_UNKNOWN',
      hint: suggestName(name, items) ?? 'See toolpool prompts.',
    })
  );
}
