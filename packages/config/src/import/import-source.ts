/** Another host whose servers can be imported or read in place. */
export type ImportSource =
  | 'claude-code'
  | 'claude-desktop'
  | 'cursor'
  | 'vscode'
  | 'codex'
  | 'windsurf'
  | 'gemini'
  | 'opencode';

/** Every {@link ImportSource}. */
export const importSources: readonly ImportSource[] = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'windsurf',
  'gemini',
  'opencode',
];
