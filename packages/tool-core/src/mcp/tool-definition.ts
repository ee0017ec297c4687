import type { UntrustedText } from '@toolpool/foundation/text';
import type { JsonSchema } from '../tool/tool.ts';

/** A tool as its server defines it, read leniently: see {@link readMcpToolDefinition}. */
export interface McpToolDefinition {
  /** The server's own name, to be sent back as it is; untrusted on a screen. */
  readonly name: string;
  readonly title?: UntrustedText;
  readonly description?: UntrustedText;
  /** As on the wire. */
  readonly inputSchema: JsonSchema;
  /** As on the wire, whatever its shape. */
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
  readonly execution?: Readonly<Record<string, unknown>>;
  /** Set by a host, never by a server: it is not what the user knows of this tool. */
  readonly changedSincePinned?: boolean;
}
