import { matchesPattern } from './match-pattern.ts';
import type { PermissionRule } from './permission-rules.ts';

const PREFIX = 'mcp__';
const SEPARATOR = '__';

/**
 * Reads a rule as one about a given server: the patterns that the names of its tools have to fit,
 * none when the rule is about other servers. Since a server's name may hold `__`, only the server in
 * question can tell where its name ends in the rule.
 */
export function patternsForServer(
  { behavior, text }: PermissionRule,
  serverSpellings: readonly string[],
): ReadonlySet<string> {
  const patterns = new Set<string>();
  if (!text.startsWith(PREFIX)) return patterns;
  const body = text.slice(PREFIX.length).replace(/[^a-zA-Z0-9_*-]/g, '_');
  for (const server of serverSpellings) {
    if (body === server) patterns.add('*');
    else if (body.startsWith(server + SEPARATOR)) {
      patterns.add(body.slice(server.length + SEPARATOR.length));
    }
  }
  // Widening what is allowed takes a server's name in full; narrowing it does not.
  if (behavior !== 'allow') addWildcardServer(patterns, body, serverSpellings);
  return patterns;
}

function addWildcardServer(
  patterns: Set<string>,
  body: string,
  serverSpellings: readonly string[],
): void {
  const [serverPattern = '', ...rest] = body.split(SEPARATOR);
  if (!serverPattern.includes('*')) return;
  if (serverSpellings.some((server) => matchesPattern(serverPattern, server))) {
    patterns.add(rest.length === 0 ? '*' : rest.join(SEPARATOR));
  }
}
