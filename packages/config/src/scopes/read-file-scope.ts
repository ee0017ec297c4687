import { readConfigFile, toDiagnostic } from '../read/read-config-file.ts';
import { type ReadServersOptions, readServers } from '../read/read-servers.ts';
import { fromFile, type Origin, type ScopeReading } from './scope-source.ts';

/** Where in a file its servers are. */
type ServersPlace = Pick<ReadServersOptions, 'at' | 'key'>;

/** Reads a scope that is one file. */
export async function readFileScope(
  file: string,
  origin: Origin,
  place: ServersPlace = {},
): Promise<ScopeReading> {
  try {
    const document = await readConfigFile(file);
    if (document === undefined) return { candidates: [], diagnostics: [] };
    const { entries, diagnostics } = readServers(document, { label: file, file, ...place });
    return { candidates: fromFile(entries, { label: file, file }, origin), diagnostics };
  } catch (error) {
    return { candidates: [], diagnostics: [toDiagnostic(error, file)] };
  }
}
