import { isRecord } from '@toolpool/foundation/values';
import type { ConnectedServer } from '../connection/connection.ts';
import { type CommandList, readPrompts } from '../discovery/discover-prompts.ts';
import {
  type ResourceList,
  type ResourceTemplateList,
  readResources,
  readResourceTemplates,
} from '../discovery/discover-resources.ts';
import { readIntroduction } from '../reading/read-introduction.ts';
import type { ListedItems } from '../reading/read-page.ts';
import { readTools, type ToolList } from '../reading/read-tools.ts';

const VERSION = 1;

/** Every list of a server; one that nobody wanted is absent. */
export interface CatalogueLists {
  readonly tools?: ToolList;
  readonly resources?: ResourceList;
  readonly templates?: ResourceTemplateList;
  readonly prompts?: CommandList;
}

/** What is known of a server that is not connected. */
export interface StoredOffer {
  readonly offering: Pick<ConnectedServer, 'capabilities' | 'instructions'>;
  readonly lists: CatalogueLists;
}

/** Whose catalogue it is. */
export interface CatalogueOwner {
  readonly name: string;
  readonly hash: string;
}

/** Writes what a server offers, in the shapes in which it would list it. */
export function formatCatalogue(
  { name, hash }: CatalogueOwner,
  { offering, lists }: StoredOffer,
): string {
  const { capabilities, instructions } = offering;
  const { tools, resources, templates, prompts } = lists;
  const stored = {
    version: VERSION,
    server: name,
    hash,
    introduction: { capabilities, ...(instructions !== undefined && { instructions }) },
    ...(tools && { tools: tools.tools }),
    ...(resources && { resources: resources.resources }),
    ...(templates && { templates: templates.templates }),
    ...(prompts && {
      prompts: prompts.commands.map(({ prompt, title, description, arguments: args }) => {
        return { name: prompt, title, description, arguments: args };
      }),
    }),
  };
  return `${JSON.stringify(stored)}\n`;
}

/**
 * Reads what {@link formatCatalogue} wrote as leniently, and cleaned as thoroughly, as if it came from
 * the server; `undefined` for anything else, and for the catalogue of another server.
 */
export async function parseCatalogue(
  text: string,
  { name, hash }: CatalogueOwner,
): Promise<StoredOffer | undefined> {
  const stored = parseJson(text);
  if (!isRecord(stored) || stored.version !== VERSION) return undefined;
  if (stored.server !== name || stored.hash !== hash) return undefined;
  const owner = { server: name, tolerate: () => undefined };
  const { capabilities, instructions } = readIntroduction(
    stored.introduction,
    name,
    owner.tolerate,
  );
  const [tools, resources, templates, prompts] = [
    listOf(stored.tools),
    listOf(stored.resources),
    listOf(stored.templates),
    listOf(stored.prompts),
  ];
  return {
    offering: { capabilities, ...(instructions !== undefined && { instructions }) },
    lists: {
      ...(tools && { tools: await readTools(tools, owner) }),
      ...(resources && { resources: readResources(resources, owner) }),
      ...(templates && { templates: readResourceTemplates(templates, owner) }),
      ...(prompts && { prompts: readPrompts(prompts, owner) }),
    },
  };
}

function listOf(items: unknown): ListedItems | undefined {
  return Array.isArray(items) ? { items, problems: [] } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
