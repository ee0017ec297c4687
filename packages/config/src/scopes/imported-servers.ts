import { dirname } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { type HostFile, userFilesOf } from '../import/host-files.ts';
import { type ImportSource, importSources } from '../import/import-source.ts';
import { readHost } from '../import/read-host.ts';
import { findMember, findPosition, nodeValue } from '../read/node-value.ts';
import { readConfigFile, toDiagnostic } from '../read/read-config-file.ts';
import type { Candidate, ScopeContext, ScopeReading, ScopeSource } from './scope-source.ts';

/**
 * Servers of other hosts that the user's own `imports` setting names: read in place at each load, of
 * the user scope, and below the user's own file. Only files of the user are read.
 */
export const readImportedServers: ScopeSource = async (context) => {
  const { sources, diagnostics } = await readImportsSetting(context.paths.settings);
  const readings = await Promise.all(sources.map((source) => readSource(source, context)));
  return {
    candidates: readings.flatMap(({ candidates }) => candidates),
    diagnostics: [...diagnostics, ...readings.flatMap((reading) => reading.diagnostics)],
  };
};

interface ImportsSetting {
  readonly sources: readonly ImportSource[];
  readonly diagnostics: readonly Diagnostic[];
}

async function readImportsSetting(file: string): Promise<ImportsSetting> {
  // Whoever decides about trust reports a file that cannot be read.
  const document = await readConfigFile(file).catch(() => undefined);
  const root = document?.root.type === 'Object' ? document.root : undefined;
  const member = root && findMember(root, 'imports');
  if (root === undefined || member === undefined) return { sources: [], diagnostics: [] };
  const value = nodeValue(member.value);
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const sources = importSources.filter((source) => names.includes(source));
  const isValid = Array.isArray(value) && names.every((name) => sources.some((s) => s === name));
  if (isValid) return { sources, diagnostics: [] };
  const problem: Diagnostic = {
    severity: 'warning',
    code: 'TOOLPOOL_CONFIG_INVALID',
    message: `${file}: "imports" must be a list of ${importSources.join(', ')}.`,
    file,
    ...findPosition(root, ['imports']),
  };
  return { sources, diagnostics: [problem] };
}

async function readSource(
  source: ImportSource,
  { cwd, env, homeDirectory, project }: ScopeContext,
): Promise<ScopeReading> {
  let files: readonly HostFile[] = [];
  try {
    files = userFilesOf(source, { env, homeDirectory, projectRoot: project.root });
    const { entries, skipped, diagnostics } = await readHost({ source, files, homeDirectory });
    const candidates = [...entries, ...skipped].map((found): Candidate => {
      const { file, locate } = found;
      return {
        entry: undefined,
        ...found,
        scope: 'user',
        source: { label: `${file} (${source})`, file, ...locate([]) },
        directory: dirname(file),
        workingDirectory: cwd,
      };
    });
    return { candidates, diagnostics };
  } catch (error) {
    return { candidates: [], diagnostics: [toDiagnostic(error, files[0]?.path ?? source)] };
  }
}
