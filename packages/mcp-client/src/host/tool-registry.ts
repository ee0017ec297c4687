import {
  assignQualifiedNames,
  buildMcpTool,
  type McpToolDefinition,
  type McpToolInfo,
  type Tool,
} from '@toolpool/tool-core';
import type { HostedServer } from './hosted-server.ts';

/** One tool of a server, with the pool's tool made of it. */
interface Offer extends McpToolInfo {
  readonly definition: McpToolDefinition;
  tool: Tool | undefined;
}

/** What one server offered when it was last looked at. */
interface Offers {
  readonly definitions: readonly McpToolDefinition[];
  readonly list: readonly Offer[];
}

export type ToolCall = (definition: McpToolDefinition, serverName: string) => Tool['call'];

/**
 * Makes tools of what servers offer. Names depend on every server, so they are given anew after a
 * change; only tools whose definition or name changed are built again.
 */
export class ToolRegistry {
  readonly #callOf: ToolCall;
  #offers: ReadonlyMap<HostedServer, Offers> = new Map();

  constructor(callOf: ToolCall) {
    this.#callOf = callOf;
  }

  /** The tools of exactly these servers. */
  tools(servers: readonly HostedServer[]): readonly Tool[] {
    this.#offers = new Map(servers.map((hosted) => [hosted, this.#offersOf(hosted)]));
    const offers = [...this.#offers.values()].flatMap(({ list }) => list);
    const { names } = assignQualifiedNames(offers);
    return Array.from(names, ([qualifiedName, offer]) => this.#toolOf(offer, qualifiedName));
  }

  #offersOf(hosted: HostedServer): Offers {
    const { name, lists } = hosted;
    const definitions = lists.tools ?? NO_DEFINITIONS;
    const known = this.#offers.get(hosted);
    if (known?.definitions === definitions) return known;
    const offers = new Map(known?.list.map((offer) => [offer.definition, offer]));
    const toOffer = (definition: McpToolDefinition): Offer =>
      offers.get(definition) ?? {
        serverName: name,
        toolName: definition.name,
        definition,
        tool: undefined,
      };
    return { definitions, list: definitions.map(toOffer) };
  }

  #toolOf(offer: Offer, qualifiedName: string): Tool {
    if (offer.tool?.name !== qualifiedName) {
      const { serverName, definition } = offer;
      const call = this.#callOf(definition, serverName);
      offer.tool = buildMcpTool({ serverName, definition, qualifiedName, call });
    }
    return offer.tool;
  }
}

const NO_DEFINITIONS: readonly McpToolDefinition[] = [];
