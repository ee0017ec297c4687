import type { CommandContext, CommandInput } from '../command-context.ts';
import { parseJsonWord } from '../options/parse-json-word.ts';
import { type WriteEntryOptions, writeEntry } from '../servers/write-entry.ts';

/** `toolpool add-json <name> <json>`. */
export async function addJson(
  context: CommandContext,
  { args: [name = '', json = ''], options }: CommandInput<WriteEntryOptions>,
): Promise<0> {
  return writeEntry(context, { name, entry: parseJsonWord(json, 'The entry') }, options);
}
