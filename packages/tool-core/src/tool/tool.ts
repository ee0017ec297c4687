import type * as z from 'zod';

/** A JSON Schema in object form, of any dialect. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A Zod schema (of `zod` or `zod/mini`) whose input is an object. */
export type ToolInputSchema = z.core.$ZodType<unknown, Readonly<Record<string, unknown>>>;

/** Where an MCP tool comes from: the names as configured and as the server wrote them. */
export interface McpToolInfo {
  readonly serverName: string;
  readonly toolName: string;
}

export interface ToolProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What the caller of a tool hands down with one call. */
export interface ToolContext {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  /** Wall clock of this call, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** `_meta` to send with the call. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

export interface ToolResult {
  readonly data: unknown;
  readonly mcpMeta?: {
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
    readonly structuredContent?: unknown;
  };
}

/** A tool's own word on one call; `passthrough` leaves it to the permission rules. */
export interface PermissionResult {
  readonly behavior: 'allow' | 'ask' | 'deny' | 'passthrough';
  readonly message: string;
}

/** One interface for built-in tools and tools of MCP servers. */
export interface Tool {
  /** Unique in a pool; of an MCP tool its qualified name. */
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly isMcp: boolean;
  readonly mcpInfo?: McpToolInfo | undefined;
  readonly inputSchema?: ToolInputSchema | undefined;
  /** What the model sees; wins over `inputSchema`. See {@link inputJsonSchemaOf}. */
  readonly inputJSONSchema?: JsonSchema | undefined;
  /** An MCP server may send any value here; it decides nothing by itself. */
  readonly outputJSONSchema?: unknown;
  readonly searchHint?: string | undefined;
  /** Stays in the model's list even when tools are deferred behind a search. */
  readonly alwaysLoad: boolean;
  /** A person answers before every call, whatever rules and mode say. */
  readonly requiresUserInteraction: boolean;
  /** Its definition is not the one that the user knows: no allow rule holds for it. */
  readonly changedSincePinned?: boolean;
  /** Characters of a result that may be handed on as they are. */
  readonly maxResultSizeChars?: number | undefined;
  /** The whole description. */
  description(): string;
  /** The description as the model gets it. */
  prompt(): string;
  call(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolResult>;
  checkPermissions(
    args: Readonly<Record<string, unknown>>,
    context: ToolContext,
  ): PermissionResult | Promise<PermissionResult>;
  isReadOnly(): boolean;
  isDestructive(): boolean;
  isConcurrencySafe(): boolean;
  isOpenWorld(): boolean;
  userFacingName(): string;
}
