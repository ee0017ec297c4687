export { estimateContentTokens } from './budget/measure-tokens.ts';
export type {
  AudioBlock,
  BlobResourceContents,
  ContentAnnotations,
  ContentBlock,
  EmbeddedResourceBlock,
  ImageBlock,
  ModelContentBlock,
  ResourceLinkBlock,
  TextBlock,
  TextResourceContents,
} from './content/content-block.ts';
export type { ResultStore, SavedResult, SaveRequest } from './content/result-store.ts';
export { inferCompactSchema } from './describe/infer-compact-schema.ts';
export { estimateTokens } from './measure/estimate-tokens.ts';
export type { NormalizedResult } from './normalize/normalize-result.ts';
export { transformMcpResult } from './normalize/transform-mcp-result.ts';
export {
  DEFAULT_MAX_TOKENS,
  type ProcessedResult,
  type ProcessOptions,
  processMcpResult,
} from './process-mcp-result.ts';
export {
  createFileResultStore,
  type FileResultStoreOptions,
} from './save/create-file-result-store.ts';
