import { isDeepStrictEqual } from 'node:util';
import { ToolpoolError } from '@toolpool/foundation/errors';
import { isRecord } from '@toolpool/foundation/values';
import type { Diagnostic } from '../contract.ts';
import { addServer } from '../edit/add-server.ts';
import type { ServerChange } from '../edit/server-change.ts';
import {
  type EditableScope,
  type EditServersOptions,
  locateServersFile,
} from '../edit/servers-file.ts';
import { homeDirectoryOf } from '../paths/home-directory.ts';
import { nodeValue } from '../read/node-value.ts';
import { readConfigFile } from '../read/read-config-file.ts';
import { type HostFile, projectFilesOf, userFilesOf } from './host-files.ts';
import type { ImportSource } from './import-source.ts';
import { describe, type ImportedEntry, readHost } from './read-host.ts';
import { valueAt } from './read-host-file.ts';

export interface ImportServersOptions extends EditServersOptions {
  readonly source: ImportSource;
  /**
   * Where the servers are written. The other host's files of the project itself are read for
   * `project` only: whoever wrote them must not get into the user's own files. @default 'user'
   */
  readonly scope?: EditableScope;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /** @default of the environment, else of the operating system */
  readonly homeDirectory?: string;
}

export interface ImportReport {
  /** The files that were read. */
  readonly files: readonly string[];
  readonly changes: readonly ServerChange[];
  /** Names that were there already and fields that have no equivalent, each with its place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Copies the servers of another host into a scope, with its fields and references in our words. An
 * entry that is there already is reported and never overwritten.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_FILE_UNREADABLE` when the host has no file with servers;
 *   `TOOLPOOL_CONFIG_SYNTAX` for a file that cannot be parsed; `TOOLPOOL_CONFIG_HOME_REFUSED` when a
 *   variable puts the host's files inside the project; what {@link addServer} throws about the
 *   file that is written
 */
export async function importServers(options: ImportServersOptions): Promise<ImportReport> {
  const { source, scope = 'user', env = process.env, projectRoot, paths } = options;
  const homeDirectory = options.homeDirectory ?? homeDirectoryOf(env, options.platform);
  const files = hostFilesFor(options, { env, homeDirectory });
  const reading = await readHost({ source, files, homeDirectory });
  if (reading.files.length === 0) throw nothingThere(source, files);
  const present = await readPresent(scope, options);
  const changes: ServerChange[] = [];
  const diagnostics = [...reading.diagnostics];
  for (const imported of reading.entries) {
    const { name, entry } = imported;
    if (isDeepStrictEqual(present[name], entry)) continue;
    try {
      changes.push(await addServer({ scope, name, entry, projectRoot, paths }));
    } catch (error) {
      if (!ToolpoolError.isInstance(error) || error.code !== 'TOOLPOOL_SERVER_EXISTS') throw error;
      diagnostics.push(clash(imported, error));
    }
  }
  return { files: reading.files, changes, diagnostics };
}

function hostFilesFor(
  { source, scope, platform, projectRoot }: ImportServersOptions,
  { env, homeDirectory }: { env: NodeJS.ProcessEnv; homeDirectory: string },
): HostFile[] {
  const user = userFilesOf(source, {
    env,
    homeDirectory,
    projectRoot,
    ...(platform !== undefined && { platform }),
  });
  if (scope === 'project') return [...projectFilesOf(source, projectRoot), ...user];
  if (scope !== 'local' || source !== 'claude-code') return user;
  // Its local scope is ours: this user, this project.
  const local = user.map(({ path }) => ({ path, at: ['projects', projectRoot, 'mcpServers'] }));
  return [...local, ...user];
}

/** The entries that the scope has; a file that is broken fails when it is written. */
async function readPresent(
  scope: EditableScope,
  options: ImportServersOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const { file, at } = await locateServersFile(scope, options);
  const document = await readConfigFile(file);
  const servers = document && valueAt(nodeValue(document.root), at);
  return isRecord(servers) ? servers : {};
}

function clash(imported: ImportedEntry, { message }: ToolpoolError): Diagnostic {
  return describe(imported, [], {
    severity: 'warning',
    code: 'TOOLPOOL_IMPORT_CLASH',
    message: `${message} It is left as it is.`,
  });
}

function nothingThere(source: ImportSource, files: readonly HostFile[]): ToolpoolError {
  const places = files.map(({ path }) => path);
  return new ToolpoolError(`There are no servers of ${source} to import.`, {
    code: 'TOOLPOOL_FILE_UNREADABLE',
    hint: `They are looked for in ${[...new Set(places)].join(', ')}.`,
  });
}
