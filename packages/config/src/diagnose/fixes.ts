import type { DiagnosticCode, SetAsideStatus } from '../contract.ts';
import type { Finding } from './finding.ts';

/** What to do about each kind of diagnostic that can be mended. */
export const fixes: Partial<Record<DiagnosticCode, string>> = {
  TOOLPOOL_CONFIG_SYNTAX: 'Correct the file at that place; until then nothing in it counts.',
  TOOLPOOL_CONFIG_INVALID: 'Correct that field, or remove it.',
  TOOLPOOL_CONFIG_VARIABLE_MISSING: 'Set the variable, or write ${NAME:-default}.',
  TOOLPOOL_CONFIG_REFERENCE_INVALID:
    'Write ${NAME}, ${NAME:-default}, ${env:NAME}, ${file:path}, ${keychain:name} or ${input:id}; ${cmd:...} only in your own files.',
  TOOLPOOL_CONFIG_KEY_UNKNOWN: 'Correct the name of the key, or remove it.',
  TOOLPOOL_CONFIG_KEY_DUPLICATE: 'Remove one of the two.',
  TOOLPOOL_CONFIG_WHITESPACE: 'Remove the white space, unless the server wants it.',
  TOOLPOOL_CONFIG_SKIP_IGNORED: 'Approve servers with toolpool approve.',
  TOOLPOOL_SERVER_UNSUPPORTED_TYPE: 'Write one of stdio, http, sse or ws.',
  TOOLPOOL_FILE_UNREADABLE: 'Let this user read the file.',
  TOOLPOOL_SETTINGS_KEY_REFUSED: 'Remove the key, or set it in your own settings.json.',
  TOOLPOOL_SETTINGS_NOT_RUN:
    'Write the settings as JSON or YAML, or name the project in "runProjectSettings" of your own settings.json.',
  TOOLPOOL_IMPORT_ENTRY_SKIPPED: 'Add the server by hand with toolpool add.',
  TOOLPOOL_IMPORT_FIELD_LOST: 'Add by hand what the field did, if you need it.',
  TOOLPOOL_IMPORT_CLASH: 'Rename one of the two.',
  TOOLPOOL_PLUGIN_NOT_FOUND: 'Name a folder or an installed package with --plugin.',
  TOOLPOOL_PLUGIN_INVALID: "Correct the plugin's manifest, or report it to its author.",
};

/** What to say of an entry that does not run, and does so for no fault that a diagnostic tells. */
export const statusRules: Partial<
  Record<
    SetAsideStatus,
    { readonly severity: Finding['severity']; readonly fix: (name: string) => string }
  >
> = {
  'pending-approval': { severity: 'warning', fix: (name) => `Run toolpool approve ${name}.` },
  rejected: { severity: 'info', fix: (name) => `To let it run, run toolpool approve ${name}.` },
  disabled: { severity: 'info', fix: (name) => `To let it run, run toolpool enable ${name}.` },
  blocked: { severity: 'warning', fix: () => 'Ask who administers this machine.' },
  'not-configured': { severity: 'info', fix: () => 'Fill in its url.' },
  suppressed: { severity: 'info', fix: () => 'Remove one of the two entries.' },
  shadowed: { severity: 'info', fix: () => 'Rename one of the two entries.' },
};
