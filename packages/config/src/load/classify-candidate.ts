import type { ConfiguredServer, Diagnostic, Scope, SetAsideServer } from '../contract.ts';
import { describeForeignCommand, findForeignCommands } from '../expand/command-scopes.ts';
import { findMissing } from '../expand/find-missing.ts';
import { hashServerConfig } from '../launch/hash-server-config.ts';
import { formatField } from '../launch/launch-text.ts';
import { type ParsedEntry, parseServerConfig } from '../schema/parse-server-config.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import type { Candidate } from '../scopes/scope-source.ts';
import { checkName } from './check-name.ts';
import { type DecideContext, decideConnect } from './decide-connect.ts';
import { describeAt, describeConfig } from './describe-config.ts';

/** An entry, either as a server that may run or as one that is set aside. */
export type Classified = (
  | { readonly server: ConfiguredServer; readonly setAside?: never }
  | { readonly server?: never; readonly setAside: SetAsideServer }
) & { readonly diagnostics: readonly Diagnostic[] };

/** Decides about one entry by itself; what other scopes have comes later. */
export function classifyCandidate(candidate: Candidate, context: DecideContext): Classified {
  if (candidate.problem !== undefined) {
    const why: Why = { ...invalid, reason: candidate.problem };
    return { setAside: setAside(candidate, why), diagnostics: [] };
  }
  const nameIssues = checkName(candidate.name, candidate.scope);
  const parsed =
    nameIssues.length > 0 ? { issues: nameIssues } : parseFor(candidate.scope, candidate.entry);
  if (parsed.config !== undefined) return classifyConfig(candidate, parsed.config, context);
  const diagnostics = parsed.issues.map(({ code, path, message }) =>
    describeAt(candidate, path, { severity: 'error', code, message }),
  );
  const reason = parsed.issues.map(({ message }) => message).join(' ');
  const [first] = parsed.issues;
  const code = first?.code ?? invalid.code;
  return { setAside: setAside(candidate, { ...invalid, reason, code }), diagnostics };
}

/** Checks an entry, and what it may not hold in its scope. */
function parseFor(scope: Scope, entry: unknown): ParsedEntry {
  const parsed = parseServerConfig(entry);
  const foreign = parsed.config === undefined ? [] : findForeignCommands(parsed.config, scope);
  if (foreign.length === 0) return parsed;
  const code = 'TOOLPOOL_CONFIG_REFERENCE_INVALID';
  return {
    issues: foreign.map((path) => {
      const field = formatField(path);
      return { code, field, path, message: describeForeignCommand(field, scope) };
    }),
  };
}

function classifyConfig(
  candidate: Candidate,
  config: ServerConfig,
  context: DecideContext,
): Classified {
  const notes = describeConfig(candidate, config);
  const aside = (why: Why, diagnostics: readonly Diagnostic[] = []): Classified => ({
    setAside: setAside(candidate, { ...why, config }),
    diagnostics: [...notes, ...diagnostics],
  });
  if ('url' in config && config.url === '') return aside(notConfigured);
  const { name, scope, source, directory, workingDirectory, variables } = candidate;
  const place = { name, scope, source, directory, workingDirectory };
  const known = { ...place, config, ...(variables !== undefined && { variables }) };
  const decision = decideConnect(known, context);
  if (!decision.allowed) {
    const { allowed, ...why } = decision;
    return aside(why);
  }
  const missing = findMissing(config, { env: context.env, variables });
  if (missing.length > 0) {
    const code = 'TOOLPOOL_CONFIG_VARIABLE_MISSING';
    const reason = missing.map(({ message }) => message).join(' ');
    const diagnostics = missing.map(({ path, message, hint }) =>
      describeAt(candidate, path, { severity: 'error', code, message, hint }),
    );
    return aside({ status: 'misconfigured', reason, code }, diagnostics);
  }
  return { server: { ...known, hash: hashServerConfig(config) }, diagnostics: notes };
}

type Why = Pick<SetAsideServer, 'status' | 'reason' | 'code' | 'changes'>;

const invalid = { status: 'invalid', code: 'TOOLPOOL_CONFIG_INVALID' } as const;

const notConfigured: Why = {
  status: 'not-configured',
  reason: 'It has no URL yet.',
  code: 'TOOLPOOL_SERVER_NOT_CONFIGURED',
};

function setAside(
  { name, scope, source, entry }: Candidate,
  why: Why & Pick<SetAsideServer, 'config'>,
): SetAsideServer {
  return { name, scope, source, ...why, entry };
}
