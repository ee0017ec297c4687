export { createSqliteServer } from './create-sqlite-server.ts';
export { createInlineQueries } from './queries/inline-queries.ts';
export type {
  BlobSummary,
  Cell,
  Queries,
  QueryPage,
  QueryRequest,
  RunOptions,
  SqlValue,
} from './queries/queries.ts';
