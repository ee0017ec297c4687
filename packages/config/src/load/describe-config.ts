import type { Diagnostic } from '../contract.ts';
import { type FieldPath, formatField } from '../launch/launch-text.ts';
import { findHiddenWhiteSpace } from '../schema/hidden-white-space.ts';
import type { ServerConfig } from '../schema/server-config.ts';
import { noteUnknownKeys } from '../schema/unknown-keys.ts';
import type { Candidate } from '../scopes/scope-source.ts';

/** Reports what is odd about a valid entry, without any of its values. */
export function describeConfig(candidate: Candidate, config: ServerConfig): Diagnostic[] {
  const keys = noteUnknownKeys(config).map(({ key, severity, message }) =>
    describeAt(candidate, [key], { severity, code: 'TOOLPOOL_CONFIG_KEY_UNKNOWN', message }),
  );
  const padded = findHiddenWhiteSpace(config).map((path) =>
    describeAt(candidate, path, {
      severity: 'warning',
      code: 'TOOLPOOL_CONFIG_WHITESPACE',
      message: `"${formatField(path)}" begins or ends in white space, which is part of the value.`,
    }),
  );
  return [...keys, ...padded];
}

/** Reports a finding about one field of an entry, with the place of that field. */
export function describeAt(
  { name, source, locate }: Candidate,
  path: FieldPath,
  finding: Pick<Diagnostic, 'severity' | 'code' | 'message' | 'hint'>,
): Diagnostic {
  return {
    ...finding,
    message: `Server ${JSON.stringify(name)}: ${finding.message}`,
    ...(source.file !== undefined && { file: source.file }),
    ...locate(path),
    server: name,
    ...(path.length > 0 && { field: formatField(path) }),
  };
}
