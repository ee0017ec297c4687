import type { ModelContentBlock } from './content/content-block.ts';
import type { ResultStore, SavedResult } from './content/result-store.ts';

export interface ProcessOptions {
  /** Configured name of the server. */
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Without one, whatever does not fit is truncated. */
  readonly store?: ResultStore | undefined;
  /** @default 25_000 */
  readonly maxTokens?: number | undefined;
  /** UTF-16 units of text that pass whatever their tokens: the tool's own `_meta` value only. At most 500,000 count. */
  readonly maxResultSizeChars?: number | undefined;
  /** An exact counter; asked only when the estimate is near the limit. */
  readonly countTokens?: ((text: string) => number | Promise<number>) | undefined;
  /** For IDE servers. @default false */
  readonly skipSizeCheck?: boolean | undefined;
}

/** What a model gets (`content`), what programs get, and what was saved where. */
export interface ProcessedResult {
  readonly content: readonly ModelContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
  readonly saved: readonly SavedResult[];
  /** Whether text or images were left out; saving a text whole is no truncation. */
  readonly truncated: boolean;
  readonly warnings: readonly string[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export async function processMcpResult(
  raw: unknown,
  options: ProcessOptions,
): Promise<ProcessedResult> {
  throw new Error(`${String(raw)} ${String(options)}`);
}
