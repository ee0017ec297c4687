/** Where a project may keep settings of its own, in its root; the first one that has some counts. */
export const projectSettingsFiles = [
  'toolpool.config.json',
  'toolpool.config.yaml',
  'toolpool.config.yml',
  'toolpool.config.ts',
  'package.json',
] as const;
