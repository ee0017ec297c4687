import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, resolve } from 'node:path';
import type { ConfiguredServer } from '../contract.ts';
import { resolveLaunchPaths } from '../expand/resolve-launch-paths.ts';
import type { StdioServerConfig } from '../schema/server-config.ts';
import type { FieldFinding } from './check-entries.ts';

/** Points at commands, folders and certificates that are not there. Texts with references are left out. */
export async function findMissingFiles(
  server: ConfiguredServer,
  env: NodeJS.ProcessEnv,
): Promise<FieldFinding[]> {
  const config = resolveLaunchPaths(server.config, server);
  if (config.type === 'stdio') return findMissingOfStdio(config, env);
  const files = 'tls' in config ? Object.entries(config.tls ?? {}) : [];
  const findings = await Promise.all(
    files.map(async ([key, file]) => {
      const isThere = typeof file !== 'string' || (await isFile(file));
      return isThere ? [] : [missing(['tls', key], 'The file', file)];
    }),
  );
  return findings.flat();
}

async function findMissingOfStdio(
  { command, cwd = '', env: own }: StdioServerConfig,
  env: NodeJS.ProcessEnv,
): Promise<FieldFinding[]> {
  const searchPath = own?.PATH ?? env.PATH ?? env.Path ?? '';
  return [
    ...((await hasCommand(command, searchPath))
      ? []
      : [missing(['command'], 'The command', command)]),
    ...((await isFolder(cwd)) ? [] : [missing(['cwd'], 'The folder', cwd)]),
  ];
}

/** What a start would fail with, where it would. */
const codes = {
  command: 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND',
  cwd: 'TOOLPOOL_TRANSPORT_CWD_NOT_FOUND',
  tls: 'TOOLPOOL_CONFIG_FILE_MISSING',
};

function missing(
  path: readonly ['command' | 'cwd' | 'tls', ...string[]],
  what: string,
  value: string,
): FieldFinding {
  return {
    severity: 'error',
    code: codes[path[0]],
    message: `${what} ${JSON.stringify(value)} does not exist.`,
    fix: 'Install it, or correct the path.',
    path,
  };
}

/** Looks a command up as a start would, and starts nothing. */
async function hasCommand(command: string, searchPath: string): Promise<boolean> {
  const isPath = isAbsolute(command) || command.includes('/');
  if (hasReference(isPath ? command : command + searchPath)) return true;
  const places = isPath ? [command] : searchPath.split(delimiter).map((f) => resolve(f, command));
  const files = places.flatMap((file) => endings().map((ending) => file + ending));
  const found = await Promise.all(files.map(isProgram));
  return found.includes(true);
}

function endings(): string[] {
  if (process.platform !== 'win32') return [''];
  return ['', ...(process.env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')];
}

async function isProgram(file: string): Promise<boolean> {
  const mode = process.platform === 'win32' ? constants.F_OK : constants.X_OK;
  const mayRun = await access(file, mode).then(
    () => true,
    () => false,
  );
  return mayRun && (await isFile(file));
}

async function isFile(file: string): Promise<boolean> {
  if (hasReference(file)) return true;
  return stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function isFolder(folder: string): Promise<boolean> {
  if (hasReference(folder)) return true;
  return stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function hasReference(text: string): boolean {
  return text.includes('${');
}
