import type { CommandContext, CommandInput } from '../command-context.ts';
import { switchServer } from '../servers/switch-server.ts';

/** `toolpool disable <name>`. */
export async function disable(
  context: CommandContext,
  { args: [name = ''] }: CommandInput<object>,
): Promise<0> {
  return switchServer(context, name, 'disable');
}
