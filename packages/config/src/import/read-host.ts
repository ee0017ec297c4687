import type { Diagnostic } from '../contract.ts';
import type { FieldPath } from '../launch/launch-text.ts';
import { checkName } from '../load/check-name.ts';
import { parseServerConfig } from '../schema/parse-server-config.ts';
import { convertEntry } from './convert-entry.ts';
import type { HostFile } from './host-files.ts';
import type { ImportSource } from './import-source.ts';
import { type HostEntry, readHostFile } from './read-host-file.ts';

/** An entry of another host, rewritten as one of ours and valid. */
export interface ImportedEntry {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly file: string;
  readonly locate: HostEntry['locate'];
}

/** An entry of another host that cannot be one of ours. */
interface SkippedEntry extends Omit<ImportedEntry, 'entry'> {
  readonly problem: string;
}

export interface HostReading {
  /** The files that are there and have servers. */
  readonly files: readonly string[];
  readonly entries: readonly ImportedEntry[];
  readonly skipped: readonly SkippedEntry[];
  /** What was not carried over: fields, entries, and later entries of a name. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadHostOptions {
  readonly source: ImportSource;
  /** The first file that has a name wins. */
  readonly files: readonly HostFile[];
  readonly homeDirectory: string;
}

/**
 * Reads the servers of another host.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_CONFIG_SYNTAX`
 */
export async function readHost(options: ReadHostOptions): Promise<HostReading> {
  const { source, homeDirectory } = options;
  const files: string[] = [];
  const entries = new Map<string, ImportedEntry>();
  const skipped: SkippedEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of options.files) {
    const found = await readHostFile(file);
    if (found === undefined) continue;
    files.push(file.path);
    for (const entry of found) {
      const reading = readEntry(source, entry, homeDirectory);
      diagnostics.push(...reading.diagnostics);
      if (reading.imported === undefined) {
        const { name, locate } = entry;
        skipped.push({ name, file: file.path, locate, problem: reading.problem });
        continue;
      }
      const earlier = entries.get(entry.name);
      if (earlier === undefined) entries.set(entry.name, reading.imported);
      else diagnostics.push(repeated(entry, earlier.file));
    }
  }
  return { files, entries: [...entries.values()], skipped, diagnostics };
}

type EntryReading = { readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly imported: ImportedEntry }
  | { readonly imported?: never; readonly problem: string }
);

function readEntry(source: ImportSource, host: HostEntry, homeDirectory: string): EntryReading {
  const { name, file, locate } = host;
  const converted = convertEntry(source, host, homeDirectory);
  if (converted.entry === undefined) {
    const path = converted.field === undefined ? [] : [converted.field];
    const { problem } = converted;
    return { problem, diagnostics: [notImported(host, path, problem)] };
  }
  const { entry, lost } = converted;
  const [issue] = [...checkName(name, 'user'), ...(parseServerConfig(entry).issues ?? [])];
  if (issue !== undefined) {
    const { path, message: problem } = issue;
    return { problem, diagnostics: [notImported(host, path, problem)] };
  }
  return {
    imported: { name, entry, file, locate },
    diagnostics: lost.map((field) => notCarriedOver(host, field)),
  };
}

function notImported(entry: HostEntry, path: FieldPath, problem: string): Diagnostic {
  return describe(entry, path, {
    severity: 'error',
    code: 'TOOLPOOL_IMPORT_ENTRY_SKIPPED',
    message: `Server ${JSON.stringify(entry.name)} is not imported: ${problem}`,
  });
}

function notCarriedOver(entry: HostEntry, field: string): Diagnostic {
  return describe(entry, field.split('.'), {
    severity: 'warning',
    code: 'TOOLPOOL_IMPORT_FIELD_LOST',
    message: `Server ${JSON.stringify(entry.name)}: ${JSON.stringify(field)} has no equivalent here and is not carried over.`,
  });
}

function repeated(entry: HostEntry, file: string): Diagnostic {
  return describe(entry, [], {
    severity: 'warning',
    code: 'TOOLPOOL_IMPORT_CLASH',
    message: `Server ${JSON.stringify(entry.name)} is also in ${file}, which counts.`,
  });
}

/** Adds the place of an entry's field to a finding. */
export function describe(
  { name, file, locate }: Pick<HostEntry, 'name' | 'file' | 'locate'>,
  path: FieldPath,
  finding: Pick<Diagnostic, 'severity' | 'code' | 'message'>,
): Diagnostic {
  const field = path.length === 0 ? {} : { field: path.join('.') };
  return { ...finding, file, ...locate(path), server: name, ...field };
}
