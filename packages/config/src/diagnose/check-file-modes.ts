import { stat } from 'node:fs/promises';
import type { LoadedServers, Scope } from '../contract.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { Finding } from './finding.ts';
import { hasLiteralSecret } from './literal-secrets.ts';

/** Scopes whose files are this user's own. */
const ownScopes: readonly Scope[] = ['local', 'user'];

/** Points at files of the user that others may write, or that hold secrets and others may read. */
export async function checkFileModes(
  { servers, setAside }: LoadedServers,
  paths: ToolpoolPaths,
): Promise<Finding[]> {
  // Windows has access lists instead, which inherit from the user's folder.
  if (process.platform === 'win32') return [];
  const own = [...servers, ...setAside].filter(({ scope }) => ownScopes.includes(scope));
  const secret = new Set(
    own.flatMap(({ config, source }) =>
      config !== undefined && hasLiteralSecret(config) ? (source.file ?? []) : [],
    ),
  );
  const { userServers, localServers, settings, approvals } = paths;
  const files = new Set([userServers, localServers, settings, approvals, ...secret]);
  const findings = await Promise.all([...files].map((file) => checkMode(file, secret.has(file))));
  return findings.flat();
}

async function checkMode(file: string, hasSecret: boolean): Promise<Finding[]> {
  const mode = await stat(file).then(
    (stats) => stats.mode,
    () => 0,
  );
  const fix = `Run chmod 600 ${file}.`;
  if ((mode & 0o022) !== 0) {
    const message = `Other users may change ${file}, and so decide what runs as you.`;
    return [{ severity: 'error', code: 'TOOLPOOL_FILE_WRITABLE', message, fix, file }];
  }
  if (!hasSecret || (mode & 0o044) === 0) return [];
  const message = `${file} holds secrets, and other users may read it.`;
  return [{ severity: 'warning', code: 'TOOLPOOL_FILE_READABLE', message, fix, file }];
}
