import type { ConfiguredServer } from '../contract.ts';
import { fillKnown } from '../expand/fill-known.ts';
import { resolveLaunchPaths } from '../expand/resolve-launch-paths.ts';
import { mapLaunchText } from '../launch/launch-text.ts';
import type { PolicyRule } from './policy-rule.ts';
import type { Policy } from './read-policy.ts';
import { allowsUrl, deniesUrl } from './url-pattern.ts';

export type PolicySubject = Pick<
  ConfiguredServer,
  'name' | 'scope' | 'config' | 'directory' | 'workingDirectory' | 'variables'
>;

/**
 * Says why the policy of the system keeps a server from running; `undefined` when it does not. What
 * plain variables stand for is compared; a secret reference in what a rule is about fits no rule that
 * lets servers in, and every rule that keeps them out.
 */
export function findPolicyRefusal(
  server: PolicySubject,
  policy: Policy,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const { file, readable, exclusiveFile, allowed, denied, managedOnly } = policy;
  if (exclusiveFile !== undefined && server.scope !== 'enterprise') {
    return `Only the servers of ${exclusiveFile} may run on this system.`;
  }
  if (!readable) return `The policy ${file} cannot be read, so no server may run.`;
  if (managedOnly && server.scope !== 'enterprise' && server.scope !== 'managed') {
    return `"allowManagedMcpServersOnly" of ${file} lets only its own servers run.`;
  }
  const launch = readLaunch(server, env);
  const denial = denied.find((rule) => denies(rule, server.name, launch));
  if (denial !== undefined) return `Blocked by ${denial.text} of ${file}.`;
  if (allowed === undefined || isAllowed(allowed, server.name, launch)) return undefined;
  return `Nothing in "allowedMcpServers" of ${file} allows it.`;
}

/** What the rules are compared with. */
interface Launch {
  readonly url?: string;
  /** As written and, with the path of the command resolved, as started. */
  readonly argvs: readonly (readonly string[])[];
  readonly isKnown: boolean;
}

function readLaunch(server: PolicySubject, env: NodeJS.ProcessEnv): Launch {
  const compared = new Set(['command', 'args', 'url']);
  let isKnown = true;
  const config = mapLaunchText(server.config, (text, [field]) =>
    compared.has(String(field))
      ? fillKnown(text, { env, variables: server.variables }, () => {
          isKnown = false;
          return '';
        })
      : text,
  );
  if ('url' in config) return { url: config.url, argvs: [], isKnown };
  if (config.type !== 'stdio') return { argvs: [], isKnown };
  const started = resolveLaunchPaths(config, server);
  const command = started.type === 'stdio' ? started.command : config.command;
  const argvs = [config.command, command].map((first) => [first, ...config.args]);
  return { argvs, isKnown };
}

function denies(rule: PolicyRule, name: string, { url, argvs, isKnown }: Launch): boolean {
  if (rule.kind === 'name') return isSameText(rule.name, name);
  if (rule.kind === 'url') return url !== undefined && (!isKnown || deniesUrl(rule.pattern, url));
  return argvs.some((argv) => !isKnown || isSameArgv(rule.argv, argv));
}

/** Once a list has an entry about URLs, remote servers need one that fits; the same with commands. */
function isAllowed(rules: readonly PolicyRule[], name: string, launch: Launch): boolean {
  const needed = launch.url === undefined ? 'command' : 'url';
  const isNeeded =
    (launch.url !== undefined || launch.argvs.length > 0) &&
    rules.some(({ kind }) => kind === needed);
  return rules.some((rule) => (!isNeeded || rule.kind === needed) && allows(rule, name, launch));
}

function allows(rule: PolicyRule, name: string, { url, argvs, isKnown }: Launch): boolean {
  if (rule.kind === 'name') return isSameText(rule.name, name);
  if (!isKnown) return false;
  if (rule.kind === 'url') return url !== undefined && allowsUrl(rule.pattern, url);
  return argvs.some((argv) => isSameArgv(rule.argv, argv));
}

function isSameArgv(rule: readonly string[], argv: readonly string[]): boolean {
  return rule.length === argv.length && rule.every((word, index) => word === argv[index]);
}

/** One character may be written in two ways (Unicode, UAX 15). */
function isSameText(left: string, right: string): boolean {
  return left.normalize() === right.normalize();
}
