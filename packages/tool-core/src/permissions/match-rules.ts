import { spellingsOf } from '../names/normalize-name.ts';
import type { McpToolInfo, Tool } from '../tool/tool.ts';
import { matchesPattern } from './match-pattern.ts';
import type { PermissionRule } from './permission-rules.ts';
import { patternsForServer } from './server-patterns.ts';

export interface RuleMatch {
  readonly rule: PermissionRule;
  /** The rule names this one tool, without a pattern. */
  readonly exact: boolean;
}

/** The rule of a list that applies to a tool, an exact one if there is one. */
export function findRule(rules: readonly PermissionRule[], tool: Tool): RuleMatch | undefined {
  const matches = matchRules(rules, tool);
  return matches.find(({ exact }) => exact) ?? matches[0];
}

/**
 * Every rule of a list that applies to a tool. An MCP tool is matched by the server and tool name it
 * comes from, each as written or normalised, or by its whole qualified name, which is never parsed.
 */
export function matchRules(rules: readonly PermissionRule[], tool: Tool): readonly RuleMatch[] {
  if (rules.length === 0) return none;
  return tool.mcpInfo
    ? matchMcpTool(compile(rules), tool.name, tool.mcpInfo)
    : rules
        .filter(({ text }) => text === tool.name || tool.aliases?.includes(text))
        .map((rule) => ({ rule, exact: true }));
}

const none: readonly RuleMatch[] = [];

function matchMcpTool(
  { texts, servers, rules }: CompiledRules,
  qualifiedName: string,
  { serverName, toolName }: McpToolInfo,
): readonly RuleMatch[] {
  let concerning = servers.get(serverName);
  if (!concerning) {
    const spellings = spellingsOf(serverName);
    concerning = rules.flatMap((rule) =>
      Array.from(patternsForServer(rule, spellings), (pattern) => ({ rule, pattern })),
    );
    servers.set(serverName, concerning);
  }
  const named = texts.get(qualifiedName);
  if (concerning.length === 0) return named ? [{ rule: named, exact: true }] : none;
  const spellings = spellingsOf(toolName);
  const matches = concerning
    .filter(({ pattern }) => spellings.some((name) => matchesPattern(pattern, name)))
    .map(({ rule, pattern }) => ({ rule, exact: spellings.includes(pattern) }));
  return named ? [{ rule: named, exact: true }, ...matches] : matches;
}

/** A list of rules, prepared once. */
interface CompiledRules {
  readonly rules: readonly PermissionRule[];
  /** Rules for MCP tools by their text. */
  readonly texts: ReadonlyMap<string, PermissionRule>;
  /** Rules that may concern a server's tools, with the pattern that a tool's name has to fit. */
  readonly servers: Map<string, readonly { rule: PermissionRule; pattern: string }[]>;
}

const compiledRules = new WeakMap<readonly PermissionRule[], CompiledRules>();

function compile(rules: readonly PermissionRule[]): CompiledRules {
  let compiled = compiledRules.get(rules);
  if (!compiled) {
    const texts = new Map(
      rules.filter(({ text }) => text.startsWith('mcp__')).map((rule) => [rule.text, rule]),
    );
    compiled = { rules, texts, servers: new Map() };
    compiledRules.set(rules, compiled);
  }
  return compiled;
}
