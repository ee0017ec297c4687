import type { ProcessedResult } from '@toolpool/results';
import { buildTool, type Tool, type ToolContext } from '@toolpool/tool-core';
import * as z from 'zod/mini';
import type { Resource } from '../discovery/discover-resources.ts';
import { markProcessing } from './processing-calls.ts';

/** What the resource tools need of their host. */
export interface ResourceAccess {
  /** Resources of one server, or of all. */
  list(server: string | undefined): readonly (Resource & { readonly server: string })[];
  read(server: string, uri: string, context: ToolContext): Promise<ProcessedResult>;
}

/** Makes the two tools through which a model reaches the resources of all servers. */
export function createResourceTools({ list, read }: ResourceAccess): readonly Tool[] {
  return [listingTool(list), readingTool(read)];
}

function listingTool(list: ResourceAccess['list']): Tool {
  return buildTool({
    name: 'ListMcpResources',
    title: 'List resources',
    description: () =>
      'Lists the resources (files, records, pages) that connected MCP servers offer to read, with their server, URI, name, type and description. Give `server` for those of one server only.',
    inputSchema: z.object({ server: z.optional(z.string()) }),
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server }) => ({ data: list(server) }),
  });
}

function readingTool(read: ResourceAccess['read']): Tool {
  const tool = buildTool({
    name: 'ReadMcpResource',
    title: 'Read a resource',
    description: () =>
      'Reads one resource of an MCP server. Give `server` and `uri` as ListMcpResources shows them.',
    inputSchema: z.object({ server: z.string(), uri: z.string() }),
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server, uri }, context) => ({ data: await read(server, uri, context) }),
  });
  markProcessing(tool.call);
  return tool;
}
