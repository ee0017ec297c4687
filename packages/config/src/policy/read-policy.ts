import * as z from 'zod/mini';
import type { Diagnostic } from '../contract.ts';
import { type FieldPath, formatField } from '../launch/launch-text.ts';
import { exists } from '../paths/exists.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { findDuplicates, findPosition, nodeValue } from '../read/node-value.ts';
import type { JsoncDocument } from '../read/parse-jsonc.ts';
import { readConfigFile, toDiagnostic } from '../read/read-config-file.ts';
import { type PolicyRule, PolicyRuleSchema, toPolicyRules } from './policy-rule.ts';

/** What the administrator of the system lets run. */
export interface Policy {
  readonly file: string;
  /** A policy that cannot be read may deny anything: then nothing runs. */
  readonly readable: boolean;
  /** The file of servers beside which nothing else loads. */
  readonly exclusiveFile?: string;
  /** Unset: everything that is not denied. */
  readonly allowed?: readonly PolicyRule[];
  readonly denied: readonly PolicyRule[];
  readonly managedOnly: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const PolicySchema = z.strictObject({
  allowedMcpServers: z.exactOptional(z.array(PolicyRuleSchema)),
  deniedMcpServers: z.exactOptional(z.array(PolicyRuleSchema)),
  allowManagedMcpServersOnly: z.exactOptional(z.boolean()),
  servers: z.exactOptional(z.record(z.string(), z.unknown())),
});

/** Reads the policy of the system. Whatever is wrong with it is a diagnostic, and lets nothing run. */
export async function readPolicy(paths: ToolpoolPaths): Promise<Policy> {
  const [policy, isExclusive] = await Promise.all([
    readRules(paths.policy),
    exists(paths.managedServers),
  ]);
  return { ...policy, ...(isExclusive && { exclusiveFile: paths.managedServers }) };
}

async function readRules(file: string): Promise<Policy> {
  const policy = { file, readable: true, denied: [], managedOnly: false, diagnostics: [] };
  try {
    const document = await readConfigFile(file);
    return document === undefined ? policy : { ...policy, ...parsePolicy(document, file) };
  } catch (error) {
    return { ...policy, readable: false, diagnostics: [toDiagnostic(error, file)] };
  }
}

function parsePolicy(document: JsoncDocument, file: string): Partial<Policy> {
  const { root } = document;
  const twice = findDuplicates(root).find(({ path: [key, ...rest] }) => {
    return key !== 'servers' || rest.length === 0;
  });
  if (twice !== undefined) {
    return unusable(document, file, { path: twice.path, message: 'is there more than once' });
  }
  const parsed = PolicySchema.safeParse(withoutNotes(nodeValue(root)));
  if (!parsed.success) return unusable(document, file, describe(parsed.error));
  const { allowedMcpServers, deniedMcpServers = [], allowManagedMcpServersOnly } = parsed.data;
  return {
    ...(allowedMcpServers && { allowed: toPolicyRules('allowedMcpServers', allowedMcpServers) }),
    denied: toPolicyRules('deniedMcpServers', deniedMcpServers),
    managedOnly: allowManagedMcpServersOnly ?? false,
  };
}

/** `$schema`, and keys that are meant to be unknown. A misspelt list must not pass for no list. */
function withoutNotes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !/^(?:x-|[_$/])/.test(key)));
}

interface Problem {
  readonly path: FieldPath;
  readonly message: string;
}

function describe({ issues: [issue] }: z.core.$ZodError): Problem {
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue?.code === 'unrecognized_keys' && path.length === 0) {
    return { path: issue.keys.slice(0, 1), message: 'is no key of a policy' };
  }
  if (path.length === 0) return { path, message: 'must be an object' };
  if (path.length === 1) return { path, message: `must be ${expected[String(path[0])]}` };
  const message =
    'must be one of {"serverName": name}, {"serverUrl": URL with "*" for any text, but not at the end of the host} and {"serverCommand": [command, ...args]}';
  return { path, message };
}

const expected: Readonly<Record<string, string>> = {
  allowedMcpServers: 'a list of rules',
  deniedMcpServers: 'a list of rules',
  allowManagedMcpServersOnly: 'true or false',
  servers: 'an object of servers',
};

function unusable(
  { root }: JsoncDocument,
  file: string,
  { path, message }: Problem,
): Partial<Policy> {
  const subject = path.length === 0 ? 'the policy' : JSON.stringify(formatField(path));
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'TOOLPOOL_CONFIG_INVALID',
    message: `${file}: ${subject} ${message}. No server runs until that is corrected.`,
    file,
    ...findPosition(root, path),
  };
  return { readable: false, diagnostics: [diagnostic] };
}
