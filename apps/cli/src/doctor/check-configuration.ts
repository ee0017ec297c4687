import type { Diagnostic, DiagnosticCode, SetAsideServer, SetAsideStatus } from '@toolpool/config';
import type { Configuration } from '../compose/load-configuration.ts';

/** Something that `doctor` found, with what to do about it; `null` where there is nothing to tell. */
export interface Finding {
  readonly severity: Diagnostic['severity'];
  readonly code: string;
  readonly message: string;
  readonly fix: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly server: string | null;
}

const FIXES: Partial<Record<DiagnosticCode, string>> = {
  TOOLPOOL_CONFIG_SYNTAX: 'Correct the file at that place; until then none of its servers load.',
  TOOLPOOL_CONFIG_INVALID: 'Correct that field, or remove the entry.',
  TOOLPOOL_CONFIG_VARIABLE_MISSING: 'Set the variable, or write ${NAME:-default}.',
  TOOLPOOL_CONFIG_REFERENCE_INVALID: 'Write ${NAME} or ${NAME:-default}.',
  TOOLPOOL_CONFIG_KEY_UNKNOWN: 'Correct the name of the key, or remove it.',
  TOOLPOOL_CONFIG_KEY_DUPLICATE: 'Remove one of the two.',
  TOOLPOOL_CONFIG_WHITESPACE: 'Remove the white space, unless the server wants it.',
  TOOLPOOL_CONFIG_SKIP_IGNORED: 'Approve servers with toolpool approve.',
  TOOLPOOL_SERVER_UNSUPPORTED_TYPE: 'Write one of stdio, http, sse or ws.',
  TOOLPOOL_FILE_UNREADABLE: 'Let this user read the file.',
  TOOLPOOL_PLUGIN_NOT_FOUND: 'Name a folder or an installed package with --plugin.',
  TOOLPOOL_PLUGIN_INVALID: "Correct the plugin's manifest, or report it to its author.",
};

/** What is wrong with the files, and which servers wait or may not run. */
export function checkConfiguration({ diagnostics, loaded }: Configuration): Finding[] {
  const told = new Set(diagnostics.map(({ server }) => server));
  return [
    ...diagnostics.map(toFinding),
    ...loaded.setAside.flatMap((server) => findingOf(server, told.has(server.name))),
  ];
}

function toFinding({ severity, code, message, file, line, column, server }: Diagnostic): Finding {
  return {
    severity,
    code,
    message,
    fix: FIXES[code] ?? null,
    file: file ?? null,
    line: line ?? null,
    column: column ?? null,
    server: server ?? null,
  };
}

/** What to say of an entry that does not run, and does so for no fault of its file. */
const STATUSES: Partial<
  Record<SetAsideStatus, { severity: Finding['severity']; fix: (name: string) => string }>
> = {
  'pending-approval': { severity: 'warning', fix: (name) => `Run toolpool approve ${name}.` },
  rejected: { severity: 'info', fix: (name) => `To let it run, run toolpool approve ${name}.` },
  blocked: { severity: 'warning', fix: () => 'Ask who administers this machine.' },
  'not-configured': { severity: 'info', fix: () => 'Fill in its url.' },
  suppressed: { severity: 'info', fix: () => 'Remove one of the two entries.' },
  shadowed: { severity: 'info', fix: () => 'Rename one of the two entries.' },
};

function findingOf(entry: SetAsideServer, isTold: boolean): Finding[] {
  const { name, status, reason, code, source } = entry;
  const rule = STATUSES[status];
  if (!rule || (isTold && status === 'not-configured')) return [];
  return [
    {
      severity: rule.severity,
      code: code ?? `TOOLPOOL_SERVER_${status.toUpperCase()}`,
      message: `Server "${name}" does not run: ${reason}`,
      fix: rule.fix(name),
      file: source.file ?? null,
      line: source.line ?? null,
      column: source.column ?? null,
      server: name,
    },
  ];
}
