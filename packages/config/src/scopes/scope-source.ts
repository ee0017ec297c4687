import type {
  ConfigSource,
  ConnectorDirectory,
  Diagnostic,
  DynamicServers,
  PluginContribution,
  Scope,
} from '../contract.ts';
import type { FieldPath } from '../launch/launch-text.ts';
import type { Project } from '../paths/locate-project.ts';
import type { ToolpoolPaths } from '../paths/resolve-paths.ts';
import type { Position } from '../read/parse-jsonc.ts';
import type { RawEntry } from '../read/read-servers.ts';

/** What the sources of servers are read with. */
export interface ScopeContext {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly homeDirectory: string;
  readonly project: Project;
  readonly paths: ToolpoolPaths;
  readonly dynamic: readonly (string | DynamicServers)[];
  readonly plugins: readonly PluginContribution[];
  readonly connectors: ConnectorDirectory | undefined;
}

/** An entry as one scope has it, not checked yet. */
export interface Candidate {
  readonly name: string;
  readonly scope: Scope;
  readonly source: ConfigSource;
  readonly directory: string;
  readonly workingDirectory: string;
  readonly entry: unknown;
  /** Why it is no entry of ours, when its source has found that out and reported it. */
  readonly problem?: string;
  readonly locate: (path: FieldPath) => Position | undefined;
  readonly variables?: Readonly<Record<string, string>>;
}

export interface ScopeReading {
  /** Of equal names the first counts. */
  readonly candidates: readonly Candidate[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the entries of one scope. What is wrong with a file is a diagnostic, never an error. */
export type ScopeSource = (context: ScopeContext) => Promise<ScopeReading>;

/** What the entries of one file or object have in common. */
export type Origin = Pick<Candidate, 'scope' | 'directory' | 'workingDirectory' | 'variables'>;

/** Makes candidates of the entries of a file. */
export function fromFile(
  entries: readonly RawEntry[],
  source: { readonly label: string; readonly file?: string },
  origin: Origin,
): Candidate[] {
  return entries.map(({ name, value, position, locate }) => ({
    ...origin,
    name,
    entry: value,
    source: { ...source, ...position },
    locate,
  }));
}

/** Makes candidates of entries that a program hands over. */
export function fromObject(
  entries: Readonly<Record<string, unknown>>,
  source: ConfigSource,
  origin: Origin,
): Candidate[] {
  return Object.entries(entries).map(([name, entry]) => ({
    ...origin,
    name,
    entry,
    source,
    locate: () => undefined,
  }));
}
