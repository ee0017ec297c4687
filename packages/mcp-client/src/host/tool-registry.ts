import {
  assignQualifiedNames,
  buildMcpTool,
  type McpToolDefinition,
  type McpToolInfo,
  type Tool,
} from '@toolpool/tool-core';

/** One tool of a server, with the pool's tool made of it. */
interface Offer extends McpToolInfo {
  readonly definition: McpToolDefinition;
  tool: Tool | undefined;
}

export type ToolCall = (definition: McpToolDefinition, serverName: string) => Tool['call'];

/**
 * Makes tools of what servers offer. Names depend on every server, so they are given anew after a
 * change; only tools whose definition or name changed are built again.
 */
export class ToolRegistry {
  readonly #offers = new Map<string, readonly Offer[]>();
  readonly #lists = new Map<string, readonly McpToolDefinition[]>();
  readonly #callOf: ToolCall;

  constructor(callOf: ToolCall) {
    this.#callOf = callOf;
  }

  /** Replaces what one server offers. */
  set(serverName: string, definitions: readonly McpToolDefinition[] = []): void {
    if (this.#lists.get(serverName) === definitions) return;
    this.#lists.set(serverName, definitions);
    this.#offers.set(
      serverName,
      definitions.map((definition) => ({
        serverName,
        toolName: definition.name,
        definition,
        tool: undefined,
      })),
    );
  }

  tools(): readonly Tool[] {
    const { names } = assignQualifiedNames([...this.#offers.values()].flat());
    return Array.from(names, ([qualifiedName, offer]) => this.#toolOf(offer, qualifiedName));
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
