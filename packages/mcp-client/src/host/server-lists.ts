import { ToolpoolError } from '@toolpool/foundation/errors';
import type { McpToolDefinition } from '@toolpool/tool-core';
import type { ConnectedServer } from '../connection/connection.ts';
import type { DiscoverOptions } from '../discovery/discover-options.ts';
import { type Command, discoverPrompts } from '../discovery/discover-prompts.ts';
import {
  discoverResources,
  discoverResourceTemplates,
  type Resource,
  type ResourceTemplate,
} from '../discovery/discover-resources.ts';
import { discoverTools } from '../discovery/discover-tools.ts';
import { showName } from '../show-name.ts';
import { comparePins, type DefinitionPins } from './definition-pins.ts';

/** A kind of thing that a host asks every connected server for. */
export type ListName = 'tools' | 'resources' | 'prompts';

/** What one connection offers. A list that is absent was not asked for, or failed. */
export interface ServerLists {
  readonly tools?: readonly McpToolDefinition[];
  readonly resources?: readonly Resource[];
  readonly templates?: readonly ResourceTemplate[];
  readonly commands?: readonly Command[];
  /** What was wrong with the lists, one sentence each. */
  readonly problems: readonly string[];
}

export const NO_LISTS: ServerLists = { problems: [] };

/** What is asked for by one method. */
export type ListPart = Exclude<keyof ServerLists, 'problems'>;

/** What one request for a list has brought. */
export interface FoundLists extends ServerLists {
  readonly name: ListName;
  readonly part: ListPart;
  /** Why the list is absent. */
  readonly error?: unknown;
}

export interface DiscoverListsOptions extends DiscoverOptions {
  readonly tell: (found: FoundLists) => void;
  readonly pins?: DefinitionPins | undefined;
}

/** Asks for lists, all at once, and tells of each as it comes; one that fails is a problem told. */
export async function discoverLists(
  connection: ConnectedServer,
  wanted: ReadonlySet<ListName>,
  { tell, pins, ...options }: DiscoverListsOptions,
): Promise<void> {
  const searches: Promise<void>[] = [];
  const search = <List extends { readonly problems: readonly string[] }>(
    [name, part]: readonly [ListName, ListPart],
    discover: (connection: ConnectedServer, options: DiscoverOptions) => Promise<List>,
  ) => {
    if (!wanted.has(name)) return;
    const found = discover(connection, options).catch((error: unknown) => ({
      problems: [problemOf(error, connection.name, name)],
      error,
    }));
    searches.push(found.then((lists) => tell({ ...lists, name, part })));
  };
  search(['tools', 'tools'], async (from, how) => {
    const list = await discoverTools(from, how);
    return pins ? comparePins(list, from.server, pins) : list;
  });
  search(['resources', 'resources'], discoverResources);
  search(['resources', 'templates'], discoverResourceTemplates);
  search(['prompts', 'commands'], discoverPrompts);
  await Promise.all(searches);
}

function problemOf(error: unknown, server: string, name: ListName): string {
  if (ToolpoolError.isInstance(error)) return error.message;
  // Not what a server said, but what this program made of it: still, it costs this one list.
  const detail = error instanceof Error ? error.message : String(error);
  return `Server "${server}": its ${name} could not be read: ${showName(detail)}`;
}
