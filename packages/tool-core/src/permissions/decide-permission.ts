import { leaveToRules } from '../tool/defaults.ts';
import type { PermissionResult, Tool } from '../tool/tool.ts';
import { findRule, type RuleMatch } from './match-rules.ts';
import type { PermissionContext, PermissionRule, RuleBehavior } from './permission-rules.ts';

export interface PermissionDecision {
  readonly behavior: RuleBehavior;
  /** Why, as a full sentence. */
  readonly message: string;
  /** The rule that decided, if one did. */
  readonly rule?: PermissionRule;
}

/**
 * Decides whether a tool may be called: deny beats ask beats allow, and the mode decides where no
 * rule does. A destructive tool asks unless an allow rule names it exactly, a tool that requires
 * interaction always asks, and for one that has changed since it was pinned no allow rule holds.
 * Annotations of a server never widen anything but in the mode `allow-read-only`, whose user chose to
 * trust them.
 *
 * @param own what the tool's `checkPermissions` says about this call; its `ask` counts like
 *   destructive, its `allow` like a rule that is no exact one
 */
export function decidePermission(
  tool: Tool,
  context: PermissionContext,
  own: PermissionResult = leaveToRules(),
): PermissionDecision {
  const denied = findRule(context.rules.deny, tool);
  if (denied) return byRule(denied, `The rule "${denied.rule.text}" denies tool "${tool.name}".`);
  if (own.behavior === 'deny') return { behavior: 'deny', message: own.message };
  const decision = askOrAllow(tool, context, own);
  if (decision.behavior !== 'ask' || context.mode !== 'dont-ask') return decision;
  return {
    ...decision,
    behavior: 'deny',
    message: `${decision.message} In mode "dont-ask" that is a refusal.`,
  };
}

function askOrAllow(
  tool: Tool,
  { rules, mode }: PermissionContext,
  own: PermissionResult,
): PermissionDecision {
  const asked = findRule(rules.ask, tool);
  if (asked) {
    return byRule(
      asked,
      `The rule "${asked.rule.text}" asks before tool "${tool.name}" is called.`,
    );
  }
  if (tool.requiresUserInteraction) {
    return ask(`Tool "${tool.name}" requires a person's answer before every call.`);
  }
  if (mode === 'bypass') return allow('The mode "bypass" allows what no rule holds back.');
  if (tool.changedSincePinned) {
    return ask(`Tool "${tool.name}" has changed since it was pinned, so that no allow rule holds.`);
  }
  const allowed = findRule(rules.allow, tool);
  if (!allowed?.exact) {
    if (own.behavior === 'ask') return ask(own.message);
    if (tool.isDestructive()) {
      return ask(`Tool "${tool.name}" is destructive, and no allow rule names it exactly.`);
    }
  }
  if (allowed) return byRule(allowed, `The rule "${allowed.rule.text}" allows it.`);
  return own.behavior === 'allow' ? allow(own.message) : withoutRule(tool, mode);
}

function withoutRule(tool: Tool, mode: PermissionContext['mode']): PermissionDecision {
  if (!tool.isMcp) return allow(`No rule holds back the built-in tool "${tool.name}".`);
  if (mode === 'allow-read-only' && tool.isReadOnly()) {
    return allow(`Tool "${tool.name}" says that it only reads.`);
  }
  return ask(`No permission rule covers tool "${tool.name}".`);
}

const ask = (message: string): PermissionDecision => ({ behavior: 'ask', message });
const allow = (message: string): PermissionDecision => ({ behavior: 'allow', message });

function byRule({ rule }: RuleMatch, message: string): PermissionDecision {
  return { behavior: rule.behavior, message, rule };
}
