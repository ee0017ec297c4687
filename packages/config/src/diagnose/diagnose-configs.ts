import type { Diagnostic, LoadedServers, SetAsideServer } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import { checkEntries } from './check-entries.ts';
import { checkFileModes } from './check-file-modes.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';
import { fixes, statusRules } from './fixes.ts';

export interface DiagnoseConfigsOptions {
  readonly paths: ToolpoolPaths;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Explains what is wrong, risky or merely odd about a load, with the place and the fix of each. Looks
 * at files and starts, dials and expands nothing.
 */
export async function diagnoseConfigs(
  loaded: LoadedServers,
  { paths, env = process.env }: DiagnoseConfigsOptions,
): Promise<readonly Finding[]> {
  const told = new Set(loaded.diagnostics.map(({ server }) => server));
  const checks = await Promise.all([
    checkSettings(paths.settings),
    checkEntries(loaded, env),
    checkFileModes(loaded, paths),
  ]);
  return [
    ...loaded.diagnostics.map(toFinding),
    ...loaded.setAside.flatMap((server) => ofSetAside(server, told.has(server.name))),
    ...checks.flat(),
  ];
}

/** Adds what to do to a diagnostic. */
export function toFinding({ hint, ...diagnostic }: Diagnostic): Finding {
  const fix = hint ?? fixes[diagnostic.code];
  return { ...diagnostic, ...(fix !== undefined && { fix }) };
}

function ofSetAside(entry: SetAsideServer, isTold: boolean): Finding[] {
  const { name, status, reason, code, source } = entry;
  const rule = statusRules[status];
  if (rule === undefined || (isTold && status === 'not-configured')) return [];
  const { label, ...place } = source;
  return [
    {
      severity: rule.severity,
      code: code ?? `TOOLPOOL_SERVER_${status.toUpperCase()}`,
      message: `Server ${JSON.stringify(name)} does not run: ${reason}`,
      fix: rule.fix(name),
      ...place,
      server: name,
    },
  ];
}
