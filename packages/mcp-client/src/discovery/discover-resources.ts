import type { ConnectedServer } from '../connection/connection.ts';
import { type ItemReader, type ListOwner, readItems, readTexts } from '../reading/read-items.ts';
import type { ListedItems } from '../reading/read-page.ts';
import {
  type DiscoverOptions,
  listOwner,
  listSource,
  oncePerConnection,
} from './discover-options.ts';
import { listPages } from './list-pages.ts';

interface ResourceTexts {
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** Something a server offers to read. Texts are cleaned; the URI is the server's own. */
export interface Resource extends ResourceTexts {
  readonly uri: string;
  readonly name: string;
  /** Bytes. */
  readonly size?: number;
}

/** A family of resources, by a URI template (RFC 6570). */
export interface ResourceTemplate extends ResourceTexts {
  readonly uriTemplate: string;
  readonly name: string;
}

export interface ResourceList {
  readonly resources: readonly Resource[];
  readonly problems: readonly string[];
}

export interface ResourceTemplateList {
  readonly templates: readonly ResourceTemplate[];
  readonly problems: readonly string[];
}

/**
 * Lists all resources of a server; none when it declares none.
 *
 * @throws {@link ToolpoolError} as {@link Session.request}
 */
export const discoverResources: (
  connection: ConnectedServer,
  options?: DiscoverOptions,
) => Promise<ResourceList> = oncePerConnection(
  'notifications/resources/list_changed',
  async (connection, options) => {
    if (!connection.capabilities.resources) return { resources: [], problems: [] };
    const list = { method: 'resources/list', member: 'resources' };
    const pages = await listPages(listSource(connection, list, options));
    return readResources(pages, listOwner(connection));
  },
);

/**
 * Lists all resource templates of a server; none when it declares no resources.
 *
 * @throws {@link ToolpoolError} as {@link Session.request}
 */
export const discoverResourceTemplates: (
  connection: ConnectedServer,
  options?: DiscoverOptions,
) => Promise<ResourceTemplateList> = oncePerConnection(
  'notifications/resources/list_changed',
  async (connection, options) => {
    if (!connection.capabilities.resources) return { templates: [], problems: [] };
    const list = { method: 'resources/templates/list', member: 'resourceTemplates' };
    const pages = await listPages(listSource(connection, list, options));
    return readResourceTemplates(pages, listOwner(connection));
  },
);

/** Reads the items of a list of resources leniently. */
export function readResources(list: ListedItems, owner: ListOwner): ResourceList {
  const { items, problems } = readItems(list, owner, resourceReader);
  return { resources: items, problems };
}

/** Reads the items of a list of resource templates leniently. */
export function readResourceTemplates(list: ListedItems, owner: ListOwner): ResourceTemplateList {
  const { items, problems } = readItems(list, owner, templateReader);
  return { templates: items, problems };
}

const textMembers = ['name', 'title', 'description', 'mimeType'] as const;

const resourceReader: ItemReader<Resource> = {
  noun: 'resource',
  key: 'uri',
  read: (fields, uri, tolerate) => ({
    uri,
    name: uri,
    ...readTexts(fields, textMembers, tolerate),
    ...(typeof fields.size === 'number' && { size: fields.size }),
  }),
};

const templateReader: ItemReader<ResourceTemplate> = {
  noun: 'resource template',
  key: 'uriTemplate',
  read: (fields, uriTemplate, tolerate) => ({
    uriTemplate,
    name: uriTemplate,
    ...readTexts(fields, textMembers, tolerate),
  }),
};
