import { estimateToolTokens, inputJsonSchemaOf, type Tool } from '@toolpool/tool-core';

/** One tool as `tools --json` shows it. */
export interface ToolRow {
  /** Its name in the pool. */
  readonly name: string;
  /** `null`: one of the host's own. */
  readonly server: string | null;
  /** The server's own name of it. */
  readonly tool: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly openWorld: boolean;
  readonly alwaysLoad: boolean;
  readonly tokens: number;
}

export function toToolRow(tool: Tool): ToolRow {
  return {
    name: tool.name,
    server: tool.mcpInfo?.serverName ?? null,
    tool: tool.mcpInfo?.toolName ?? tool.name,
    title: tool.title ?? null,
    description: tool.description(),
    inputSchema: inputJsonSchemaOf(tool),
    outputSchema: tool.outputJSONSchema ?? null,
    readOnly: tool.isReadOnly(),
    destructive: tool.isDestructive(),
    openWorld: tool.isOpenWorld(),
    alwaysLoad: tool.alwaysLoad,
    tokens: estimateToolTokens(tool),
  };
}
