import type { CommandContext, CommandInput } from '../command-context.ts';
import { decide } from '../servers/decide.ts';

/** `toolpool approve [name...] [--yes]`. */
export async function approve(
  context: CommandContext,
  { args: names, options: { yes = false } }: CommandInput<{ readonly yes?: boolean }>,
): Promise<0> {
  return decide(context, names, { verb: 'approve', question: (name) => `Let ${name} run?`, yes });
}
