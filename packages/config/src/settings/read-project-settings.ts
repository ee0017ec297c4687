import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from '@toolpool/foundation/files';
import type { Diagnostic } from '../contract.ts';
import { exists } from '../paths/exists.ts';
import { refuseOutsideProject } from '../paths/refuse-outside-project.ts';
import { toDiagnostic } from '../read/read-config-file.ts';
import { parseSettings, runSettings } from './load-settings-file.ts';
import {
  noProjectSettings,
  type ProjectSettingsReading,
  pickProjectSettings,
} from './project-settings.ts';
import { projectSettingsFiles } from './project-settings-files.ts';

const MAX_BYTES = 1024 * 1024;

/**
 * Reads what a project sets in its root. Data only: a `toolpool.config.ts` is code of the project and
 * runs only when the user's own settings name the project in `runProjectSettings`.
 *
 * @param projectRoot real path
 * @param mayRun real paths of projects whose settings may run
 */
export async function readProjectSettings(
  projectRoot: string,
  mayRun: readonly string[],
): Promise<ProjectSettingsReading> {
  const files = projectSettingsFiles.map((name) => join(projectRoot, name));
  const present = await Promise.all(files.map(exists));
  for (const [index, file] of files.entries()) {
    const reading = present[index] && (await readOne(file, projectRoot, mayRun));
    if (reading) return reading;
  }
  return { settings: noProjectSettings, diagnostics: [] };
}

async function readOne(
  file: string,
  projectRoot: string,
  mayRun: readonly string[],
): Promise<ProjectSettingsReading | undefined> {
  try {
    await refuseOutsideProject(file, projectRoot);
    if (file.endsWith('.ts')) return await readModule(file, mayRun.includes(projectRoot));
    return await readData(file);
  } catch (error) {
    return { settings: noProjectSettings, diagnostics: [toDiagnostic(error, file)] };
  }
}

async function readData(file: string): Promise<ProjectSettingsReading | undefined> {
  const text = await readTextFile(file, MAX_BYTES);
  if (text === undefined) return undefined;
  // Nearly every project has one of these, and nearly none has settings in it.
  if (file.endsWith('package.json') && !text.includes('"toolpool"')) return undefined;
  const { value, locate } = await parseSettings(file, text);
  return value === undefined ? undefined : pickProjectSettings(value, { file, locate });
}

/** What a module gave, until its file changes: it runs once, not at each connect. */
const results = new Map<string, { readonly signature: string; readonly value: unknown }>();

async function readModule(
  file: string,
  isTrusted: boolean,
): Promise<ProjectSettingsReading | undefined> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!isTrusted) return { settings: noProjectSettings, diagnostics: [notRun(file)] };
  const signature = [stats.ino, stats.size, stats.mtimeNs].join(' ');
  if (results.get(file)?.signature !== signature) {
    results.set(file, { signature, value: await runSettings(file) });
  }
  const value = results.get(file)?.value;
  return pickProjectSettings(value, { file, locate: () => undefined });
}

function notRun(file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOOLPOOL_SETTINGS_NOT_RUN',
    message: 'These settings of the project are code, which is not run.',
    file,
  };
}
