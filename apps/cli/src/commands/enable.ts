import type { CommandContext, CommandInput } from '../command-context.ts';
import { switchServer } from '../servers/switch-server.ts';

/** `toolpool enable <name>`. */
export async function enable(
  context: CommandContext,
  { args: [name = ''] }: CommandInput<object>,
): Promise<0> {
  return switchServer(context, name, 'enable');
}
