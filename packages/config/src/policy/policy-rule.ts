import * as z from 'zod/mini';
import { parseUrlPattern, type UrlPattern } from './url-pattern.ts';

const urlPattern = z.string().check(
  z.refine((text) => parseUrlPattern(text) !== undefined, {
    error:
      'must be a URL without user, query and fragment; "*" stands for any text, but not at the end of a host',
  }),
);

/** One entry of a list of the policy. */
export const PolicyRuleSchema = z.union([
  z.strictObject({ serverName: z.string().check(z.minLength(1)) }),
  z.strictObject({ serverUrl: urlPattern }),
  z.strictObject({ serverCommand: z.array(z.string()).check(z.minLength(1)) }),
]);

/** A rule with its place, as reasons quote it. */
export type PolicyRule = { readonly text: string } & (
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'url'; readonly pattern: UrlPattern }
  | { readonly kind: 'command'; readonly argv: readonly string[] }
);

export function toPolicyRules(
  list: string,
  rules: readonly z.output<typeof PolicyRuleSchema>[],
): readonly PolicyRule[] {
  return rules.flatMap((rule, index): readonly PolicyRule[] => {
    const text = `${list}[${index}] ${JSON.stringify(rule)}`;
    if ('serverName' in rule) return [{ text, kind: 'name', name: rule.serverName }];
    if ('serverCommand' in rule) return [{ text, kind: 'command', argv: rule.serverCommand }];
    const pattern = parseUrlPattern(rule.serverUrl);
    return pattern === undefined ? [] : [{ text, kind: 'url', pattern }];
  });
}
