/** A value that SQL can be given. */
export type SqlValue = string | number | boolean | null;

/** A value as it is returned: JSON, with a summary for bytes and exact text for large integers. */
export type Cell = string | number | null | BlobSummary;

export interface BlobSummary {
  /** Length of the whole value. */
  readonly bytes: number;
  /** The first bytes. */
  readonly base64: string;
}

export interface QueryRequest {
  /** One statement that only reads. */
  readonly sql: string;
  /** By position, or by name with or without the prefix. */
  readonly params?: readonly SqlValue[] | Readonly<Record<string, SqlValue>> | undefined;
  /** Rows to leave out at the start. @default 0 */
  readonly offset?: number;
  readonly limit: number;
}

/** Part of the rows of a query. */
export interface QueryPage {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** True when more rows follow. */
  readonly more: boolean;
  /** What a reader of the rows should know. */
  readonly notes: readonly string[];
  /** Changes when the file does. */
  readonly version: string;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long the query may run. @default DEFAULT_QUERY_TIMEOUT_MS */
  readonly timeoutMs?: number | undefined;
}

export const DEFAULT_QUERY_TIMEOUT_MS = 10_000;

/** Runs queries against one database. Rejects with an `Error` whose message says what to change. */
export interface Queries {
  run(request: QueryRequest, options?: RunOptions): Promise<QueryPage>;
  close(): void;
}

/** What a query process answers to one request. */
export type QueryAnswer = { readonly page: QueryPage } | { readonly problem: string };
