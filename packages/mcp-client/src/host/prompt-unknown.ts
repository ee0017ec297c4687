import { ToolpoolError } from '@toolpool/foundation/errors';
import type { Command } from '../discovery/discover-prompts.ts';
import { showName } from '../show-name.ts';
import { hintAt, suggestNames } from './suggest-names.ts';

/** The error for a name that no prompt has, with those that may be meant. */
export function promptUnknown(name: string, commands: readonly Command[]): ToolpoolError {
  const known = commands.map((each) => ({ name: each.name, shortName: each.prompt }));
  const suggestions = suggestNames(name, known);
  return new ToolpoolError(`There is no prompt "${showName(name)}".`, {
    code: 'TOOLPOOL_PROMPT_UNKNOWN',
    hint: hintAt(suggestions) ?? 'See which prompts there are with: toolpool prompts',
    data: { suggestions },
  });
}
