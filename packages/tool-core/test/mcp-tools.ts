import { untrusted } from '@toolpool/foundation/text';
import { buildMcpTool, buildMcpToolName, type McpToolDefinition, type Tool } from '../src/index.ts';

interface RawTool {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** An MCP tool of a server's raw definition, as discovery would make it. */
export function mcpTool(serverName: string, raw: RawTool | string = {}): Tool {
  const { title, description, ...rest } = typeof raw === 'string' ? { name: raw } : raw;
  const definition: McpToolDefinition = {
    name: 'tool',
    inputSchema: { type: 'object' },
    ...rest,
    ...(title !== undefined && { title: untrusted(title) }),
    ...(description !== undefined && { description: untrusted(description) }),
  };
  return buildMcpTool({
    serverName,
    definition,
    qualifiedName: buildMcpToolName(serverName, definition.name),
    call: async (args) => ({ data: args }),
  });
}
