import { spellingsOf } from '../names/normalize-name.ts';
import type { Tool } from '../tool/tool.ts';
import { matchRules } from './match-rules.ts';
import type { PermissionRule, PermissionRules } from './permission-rules.ts';
import { patternsForServer } from './server-patterns.ts';

export interface RuleProblem {
  readonly rule: PermissionRule;
  /** What is wrong, as a full sentence. */
  readonly message: string;
}

export interface RuleProblemOptions {
  /** Servers whose tools are not known right now: a rule about one is not reported. */
  readonly silentServers?: readonly string[];
}

/**
 * Finds rules that do not do what their author may think: those that match no tool, and allow rules
 * that reach tools of more than one server.
 *
 * @param tools every tool that was offered, denied ones too
 */
export function findRuleProblems(
  rules: PermissionRules,
  tools: Iterable<Tool>,
  { silentServers = [] }: RuleProblemOptions = {},
): readonly RuleProblem[] {
  const all = [...rules.deny, ...rules.ask, ...rules.allow];
  const servers = new Map(all.map((rule) => [rule, new Set<string | undefined>()]));
  for (const tool of tools) {
    for (const { rule } of matchRules(all, tool)) servers.get(rule)?.add(tool.mcpInfo?.serverName);
  }
  const silent = silentServers.map(spellingsOf);
  return all.flatMap((rule) => {
    const message = problemOf(rule, servers.get(rule) ?? new Set());
    const concernsSilent = silent.some((server) => patternsForServer(rule, server).size > 0);
    return message && !concernsSilent ? [{ rule, message }] : [];
  });
}

function problemOf(
  { behavior, text }: PermissionRule,
  servers: ReadonlySet<string | undefined>,
): string | undefined {
  if (servers.size === 0) return `The ${behavior} rule "${text}" matches no tool.`;
  if (behavior !== 'allow' || servers.size === 1) return undefined;
  const names = Array.from(servers, (name) => `"${name}"`).sort();
  return `The allow rule "${text}" reaches tools of several servers: ${names.join(', ')}.`;
}
