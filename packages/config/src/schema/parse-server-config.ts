import type { ServerConfig } from './server-config.ts';

/** What is wrong with one field of an entry. */
export interface EntryIssue {
  /** Path inside the entry, such as `env.TOKEN` or `args[1]`; empty when it is about the whole entry. */
  readonly field: string;
  /** Short, without the field's value. */
  readonly message: string;
}

export type ParsedEntry =
  | { readonly config: ServerConfig; readonly issues?: never }
  | { readonly config?: never; readonly issues: readonly EntryIssue[] };

/** Checks one entry of `mcpServers`; the writer, the reader and the checker all use this. */
export function parseServerConfig(entry: unknown): ParsedEntry {
  throw new Error(`not built ${entry}`);
}
