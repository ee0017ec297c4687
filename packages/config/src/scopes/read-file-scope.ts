import { readConfigFile, toDiagnostic } from '../read/read-config-file.ts';
import { readServers } from '../read/read-servers.ts';
import { fromFile, type Origin, type ScopeReading } from './scope-source.ts';

/** Reads a scope that is one file; `at` leads to the object that has `mcpServers`. */
export async function readFileScope(
  file: string,
  origin: Origin,
  at: readonly string[] = [],
): Promise<ScopeReading> {
  try {
    const document = await readConfigFile(file);
    if (document === undefined) return { candidates: [], diagnostics: [] };
    const { entries, diagnostics } = readServers(document, { label: file, file, at });
    return { candidates: fromFile(entries, { label: file, file }, origin), diagnostics };
  } catch (error) {
    return { candidates: [], diagnostics: [toDiagnostic(error, file)] };
  }
}
