export type RuleBehavior = 'allow' | 'ask' | 'deny';

/**
 * `mcp__server` or `mcp__server__*` (all tools of a server), `mcp__server__tool`,
 * `mcp__server__get_*`, or the name of a built-in tool. In deny and ask rules the server may be a
 * pattern as well (`mcp__*`).
 */
export interface PermissionRule {
  readonly behavior: RuleBehavior;
  readonly text: string;
}

/** Texts of rules as settings files and command lines hold them. */
export type PermissionRuleTexts = Partial<Readonly<Record<RuleBehavior, readonly string[]>>>;

export type PermissionRules = Readonly<Record<RuleBehavior, readonly PermissionRule[]>>;

/**
 * What happens to a tool without a rule. `default`: MCP tools ask. `allow-read-only`: those that call
 * themselves read-only are allowed, the others ask. `dont-ask`: whatever would ask is denied.
 * `bypass`: everything is allowed but what a rule denies or asks for.
 */
export type PermissionMode = 'default' | 'allow-read-only' | 'dont-ask' | 'bypass';

export interface PermissionContext {
  readonly rules: PermissionRules;
  readonly mode: PermissionMode;
}

/**
 * Reads rules. No text is refused: one that means nothing matches nothing, which
 * {@link findRuleProblems} reports.
 */
export function parsePermissionRules(texts: PermissionRuleTexts = {}): PermissionRules {
  const read = (behavior: RuleBehavior): readonly PermissionRule[] => {
    const distinct = new Set(texts[behavior]?.map((text) => text.trim()));
    return Array.from(distinct, (text) => ({ behavior, text }));
  };
  return { allow: read('allow'), ask: read('ask'), deny: read('deny') };
}
