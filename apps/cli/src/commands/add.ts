import { ToolpoolError } from '@toolpool/foundation/errors';
import type { CommandContext, CommandInput } from '../command-context.ts';
import { buildEntry, type EntryOptions, type EntryTarget } from '../servers/build-entry.ts';
import { type WriteEntryOptions, writeEntry } from '../servers/write-entry.ts';

/** `toolpool add <name> <url>` and `toolpool add <name> -- <command> [args...]`. */
export async function add(
  context: CommandContext,
  { args: [name = '', ...words], options }: CommandInput<EntryOptions & WriteEntryOptions>,
): Promise<0> {
  const target = readTarget(words, context.afterDashes);
  const entry = buildEntry(target, options, context.global.timeoutMs);
  return writeEntry(context, { name, entry }, options);
}

function readTarget(
  words: readonly string[],
  afterDashes: readonly string[] | undefined,
): EntryTarget {
  const before = words.slice(0, words.length - (afterDashes?.length ?? 0));
  const [url, ...more] = before;
  if (afterDashes) {
    if (url !== undefined) throw usage(`"${url}" stands before --; the command goes after it.`);
    return { command: afterDashes };
  }
  if (url === undefined) throw usage('What the server is, is missing.');
  if (more.length > 0 || !/^[a-z][a-z+.-]*:\/\/|^\$\{/i.test(url)) {
    throw usage(`"${url}" is not a URL, and a command goes after --.`);
  }
  return { url };
}

function usage(message: string): ToolpoolError {
  return new ToolpoolError(message, {
    code: 'TOOLPOOL_USAGE',
    hint: 'Write toolpool add <name> <url>, or toolpool add <name> -- <command> [args...].',
  });
}
