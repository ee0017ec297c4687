import { isRecord } from '@toolpool/foundation/values';
import { assignQualifiedNames } from '@toolpool/tool-core';
import type { ConnectedServer } from '../connection/connection.ts';
import { type Tolerate, tolerateField } from '../reading/leniencies.ts';
import { type ItemReader, type ListOwner, readItems, readTexts } from '../reading/read-items.ts';
import type { ListedItems } from '../reading/read-page.ts';
import {
  type DiscoverOptions,
  listOwner,
  listSource,
  oncePerConnection,
} from './discover-options.ts';
import { listPages } from './list-pages.ts';

export interface CommandArgument {
  /** The server's own name, to be sent back as it is. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

/** A prompt of a server, as something a user can call. Texts are cleaned. */
export interface Command {
  /** Qualified: `mcp__server__prompt`. */
  readonly name: string;
  readonly server: string;
  /** The server's own name of the prompt. */
  readonly prompt: string;
  readonly isMcp: true;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly CommandArgument[];
}

export interface CommandList {
  readonly commands: readonly Command[];
  readonly problems: readonly string[];
}

/**
 * Lists all prompts of a server as commands; none when it declares none.
 *
 * @throws {@link ToolpoolError} as {@link Session.request}
 */
export const discoverPrompts: (
  connection: ConnectedServer,
  options?: DiscoverOptions,
) => Promise<CommandList> = oncePerConnection(
  'notifications/prompts/list_changed',
  async (connection, options) => {
    if (!connection.capabilities.prompts) return { commands: [], problems: [] };
    const list = { method: 'prompts/list', member: 'prompts' };
    const pages = await listPages(listSource(connection, list, options));
    return readPrompts(pages, listOwner(connection));
  },
);

/** Reads the items of a list of prompts leniently. */
export function readPrompts(list: ListedItems, owner: ListOwner): CommandList {
  const { items, problems } = readItems(list, owner, promptReader);
  const { server } = owner;
  return { commands: nameCommands(items.map((item) => ({ ...item, server }))), problems };
}

/** Gives commands their qualified names: unique, and the same in whatever order they come. */
export function nameCommands(commands: readonly Omit<Command, 'name'>[]): readonly Command[] {
  const pairs = commands.map((command) => ({
    serverName: command.server,
    toolName: command.prompt,
    command,
  }));
  const { names } = assignQualifiedNames(pairs);
  return Array.from(names, ([name, { command }]) => ({ ...command, name }));
}

const promptReader: ItemReader<Omit<Command, 'name' | 'server'>> = {
  noun: 'prompt',
  key: 'name',
  read: (fields, prompt, tolerate) => ({
    prompt,
    isMcp: true,
    ...readTexts(fields, ['title', 'description'], tolerate),
    arguments: readArguments(fields.arguments, tolerate),
  }),
};

function readArguments(value: unknown, tolerate: Tolerate): readonly CommandArgument[] {
  if (!Array.isArray(value)) {
    tolerateField(value, tolerate);
    return [];
  }
  return value.flatMap((item) => {
    const { name, required } = isRecord(item) ? item : {};
    if (!isRecord(item) || typeof name !== 'string' || name === '') {
      tolerate('malformed-item');
      return [];
    }
    const texts = readTexts(item, ['title', 'description'], tolerate);
    return [{ name, ...texts, required: required === true }];
  });
}
