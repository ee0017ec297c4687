import { cleanLabel, truncateText } from '@toolpool/foundation/text';
import * as z from 'zod';
import { always, leaveToRules, never } from '../tool/defaults.ts';
import type { Tool } from '../tool/tool.ts';
import { cleanSchemaTexts } from './clean-schema.ts';
import type { McpToolDefinition } from './tool-definition.ts';

const MAX_PROMPT_LENGTH = 2_048;
const TRUNCATED = '... [truncated]';
const MAX_RESULT_SIZE_CHARS = 500_000;

/**
 * What every MCP tool is before its server's definition is spread over it. It holds every member, so
 * that the spread copies one shape: ten thousand tools then take a millisecond instead of a hundred.
 */
export const mcpToolTemplate = {
  name: '',
  title: undefined,
  isMcp: true,
  mcpInfo: undefined,
  // The server decides what it accepts; only its JSON Schema is ever shown.
  inputSchema: z.record(z.string(), z.unknown()),
  inputJSONSchema: undefined,
  outputJSONSchema: undefined,
  searchHint: undefined,
  alwaysLoad: false,
  requiresUserInteraction: false,
  changedSincePinned: false,
  maxResultSizeChars: 100_000,
  description: () => '',
  prompt: () => '',
  call: () => Promise.reject(new TypeError('This is the template of MCP tools.')),
  checkPermissions: leaveToRules,
  isReadOnly: never,
  isDestructive: never,
  isConcurrencySafe: never,
  isOpenWorld: never,
  userFacingName: () => '',
} as const satisfies Tool;

export interface McpToolOptions {
  readonly serverName: string;
  readonly definition: McpToolDefinition;
  /** From {@link assignQualifiedNames}. */
  readonly qualifiedName: string;
  readonly call: Tool['call'];
}

/**
 * Makes the tool of a server's definition: the template, overridden by what the server says, its
 * texts cleaned. Annotations that are not booleans count as absent.
 */
export function buildMcpTool({
  serverName,
  definition,
  qualifiedName,
  call,
}: McpToolOptions): Tool {
  const { name: toolName, annotations, _meta: meta } = definition;
  const title = readTitle(definition);
  const description = cleanLabel(definition.description ?? '');
  const readOnly = annotations?.readOnlyHint === true ? always : never;
  return {
    ...mcpToolTemplate,
    name: qualifiedName,
    title,
    mcpInfo: { serverName, toolName },
    inputJSONSchema: cleanSchemaTexts(definition.inputSchema),
    outputJSONSchema: cleanSchemaTexts(definition.outputSchema),
    searchHint: readSearchHint(meta),
    alwaysLoad: meta?.['anthropic/alwaysLoad'] === true,
    requiresUserInteraction: meta?.['anthropic/requiresUserInteraction'] === true,
    changedSincePinned: definition.changedSincePinned === true,
    maxResultSizeChars:
      declaredMaxResultSizeChars(definition) ?? mcpToolTemplate.maxResultSizeChars,
    description: () => description,
    prompt: () => shorten(description),
    call,
    isReadOnly: readOnly,
    isConcurrencySafe: readOnly,
    isDestructive: annotations?.destructiveHint === true ? always : never,
    isOpenWorld: annotations?.openWorldHint === true ? always : never,
    userFacingName: () => cleanLabel(`${serverName} - ${title ?? toolName}`),
  };
}

/**
 * The result size that a tool asks for in `_meta["anthropic/maxResultSizeChars"]`, at most 500,000
 * characters; `undefined` when it asks for none.
 */
export function declaredMaxResultSizeChars({ _meta }: McpToolDefinition): number | undefined {
  const declared = _meta?.['anthropic/maxResultSizeChars'];
  if (typeof declared !== 'number' || !(declared >= 1)) return undefined;
  return Math.min(Math.floor(declared), MAX_RESULT_SIZE_CHARS);
}

/** The title of the definition, or of its annotations where older servers put it. */
function readTitle({ title, annotations }: McpToolDefinition): string | undefined {
  const older = annotations?.title;
  return cleanLabel(title ?? (typeof older === 'string' ? older : '')) || undefined;
}

function readSearchHint(meta: McpToolDefinition['_meta']): string | undefined {
  const hint = meta?.['anthropic/searchHint'];
  if (typeof hint !== 'string') return undefined;
  return cleanLabel(hint).replace(/\s+/g, ' ').trim() || undefined;
}

function shorten(description: string): string {
  if (description.length <= MAX_PROMPT_LENGTH) return description;
  return truncateText(description, MAX_PROMPT_LENGTH) + TRUNCATED;
}
