import type { CommandContext, CommandInput } from '../command-context.ts';
import { decide } from '../servers/decide.ts';

/** `toolpool reject [name...] [--yes]`. */
export async function reject(
  context: CommandContext,
  { args: names, options: { yes = false } }: CommandInput<{ readonly yes?: boolean }>,
): Promise<0> {
  const question = (name: string) => `Keep ${name} from running?`;
  return decide(context, names, { verb: 'reject', question, yes });
}
