import { type Finding as ConfigFinding, diagnoseConfigs, toFinding } from '@toolpool/config';
import type { Configuration } from '../compose/load-configuration.ts';

/** Something that `doctor` found, with what to do about it; `null` where there is nothing to tell. */
export interface Finding {
  readonly severity: ConfigFinding['severity'];
  readonly code: string;
  readonly message: string;
  readonly fix: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly server: string | null;
}

/** What is wrong or risky about the files, and which servers wait or may not run. */
export async function checkConfiguration(
  { diagnostics, loaded, paths }: Configuration,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  const ofPlugins = diagnostics.filter((diagnostic) => !loaded.diagnostics.includes(diagnostic));
  const findings = [
    ...ofPlugins.map(toFinding),
    ...(await diagnoseConfigs(loaded, { paths, env })),
  ];
  return findings.map(({ severity, code, message, fix, file, line, column, server }) => ({
    severity,
    code,
    message,
    fix: fix ?? null,
    file: file ?? null,
    line: line ?? null,
    column: column ?? null,
    server: server ?? null,
  }));
}
