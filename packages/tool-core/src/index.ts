export {
  buildMcpTool,
  declaredMaxResultSizeChars,
  type McpToolOptions,
  mcpToolTemplate,
} from './mcp/build-mcp-tool.ts';
export { findHiddenCharacters } from './mcp/hidden-characters.ts';
export {
  createMcpToolReader,
  type McpToolReading,
  readMcpToolDefinition,
} from './mcp/read-tool-definition.ts';
export type { McpToolDefinition } from './mcp/tool-definition.ts';
export { type AssignedNames, assignQualifiedNames } from './names/assign-qualified-names.ts';
export { CONNECTOR_PREFIX, normalizeNameForMcp } from './names/normalize-name.ts';
export { buildMcpToolName } from './names/qualified-name.ts';
export { decidePermission, type PermissionDecision } from './permissions/decide-permission.ts';
export {
  findRuleProblems,
  type RuleProblem,
  type RuleProblemOptions,
} from './permissions/find-rule-problems.ts';
export { matchesPattern } from './permissions/match-pattern.ts';
export {
  type PermissionContext,
  type PermissionMode,
  type PermissionRule,
  type PermissionRules,
  type PermissionRuleTexts,
  parsePermissionRules,
  type RuleBehavior,
} from './permissions/permission-rules.ts';
export { diffTools, type FieldDifference, type ToolDifference } from './pins/diff-tools.ts';
export { fingerprintTools, type ToolFingerprint } from './pins/fingerprint-tools.ts';
export { assembleToolPool } from './pool/assemble-tool-pool.ts';
export {
  buildTool,
  type JsonSchemaToolDefinition,
  type ZodToolDefinition,
} from './tool/build-tool.ts';
export { estimatePoolTokens, estimateToolTokens } from './tool/estimate-tokens.ts';
export { inputJsonSchemaOf } from './tool/input-json-schema.ts';
export type {
  JsonSchema,
  McpToolInfo,
  PermissionResult,
  Tool,
  ToolContext,
  ToolInputSchema,
  ToolProgress,
  ToolResult,
} from './tool/tool.ts';
