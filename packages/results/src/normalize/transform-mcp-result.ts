import type { ContentBlock } from '../content/content-block.ts';

/** A server's result in MCP's shape, whatever it looked like on the wire. */
export interface NormalizedResult {
  /** Never empty: a result without any content says `(no output)`. */
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** What was wrong with the result, one sentence each. */
  readonly warnings: readonly string[];
}

export function transformMcpResult(raw: unknown): NormalizedResult {
  throw new Error(String(raw));
}
