import type { ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { getSystemErrorMap } from 'node:util';
import { ToolpoolError } from '@toolpool/foundation/errors';
import spawn from 'cross-spawn';
import type { ServerWording } from '../server-wording.ts';
import type { StdioTransportConfig } from '../transport-config.ts';

export type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Too many open files, here or on the whole machine; too many processes; no memory. */
const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

export interface LaunchContext {
  readonly config: StdioTransportConfig;
  readonly environment: NodeJS.ProcessEnv;
  /** The command as messages show it. */
  readonly command: string;
  readonly wording: ServerWording;
}

/**
 * Checks that a server's folder is one.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TRANSPORT_CWD_NOT_FOUND`
 */
export async function checkFolder({ config: { cwd }, wording }: LaunchContext): Promise<void> {
  if (cwd === undefined) return;
  const isFolder = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  throw new ToolpoolError(
    `${wording.subject} cannot start: its folder ${wording.present(cwd)} does not exist.`,
    {
      code: 'TOOLPOOL_TRANSPORT_CWD_NOT_FOUND',
      hint: 'Create the folder, or correct "cwd".',
      server: wording.serverName,
    },
  );
}

/**
 * Starts a server without a shell, as the leader of a process group of its own; a terminal's Ctrl-C
 * does not reach it there. Whether it runs is known once {@link waitForSpawn} settles.
 *
 * @throws {@link ToolpoolError} see {@link waitForSpawn}
 */
export function launchServer(context: LaunchContext): ServerProcess {
  const { command, args = [], cwd } = context.config;
  try {
    return spawn(command, [...args], {
      cwd,
      env: context.environment,
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
    }) as ServerProcess;
  } catch (error) {
    throw toLaunchError(error, context);
  }
}

/**
 * Resolves when a launched server runs.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND`, `TOOLPOOL_TRANSPORT_SPAWN_FAILED`
 */
export function waitForSpawn(child: ServerProcess, context: LaunchContext): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    // Stays for the child's whole life: a later error, of a signal that failed, must not be uncaught.
    child.on('error', (error) => reject(toLaunchError(error, context)));
  });
}

/** Whether a failed start may succeed a moment later: the system, or this process, has no room now. */
export function isShortage(error: unknown): boolean {
  if (!ToolpoolError.isInstance(error)) return false;
  return SHORTAGES.has((error.data as { readonly errno?: string }).errno ?? '');
}

function toLaunchError(error: unknown, context: LaunchContext): ToolpoolError {
  const { config, wording } = context;
  const { code = '', errno = 0 } = error as NodeJS.ErrnoException;
  const program = programOf(context);
  // Without the error itself as its cause: that one holds the expanded command line.
  const options = { server: wording.serverName, data: { errno: code } };
  const isThere =
    config.command.includes('/') && existsSync(resolve(config.cwd ?? '.', config.command));
  if (code === 'ENOENT' && !isThere) {
    return new ToolpoolError(
      `${wording.subject} cannot start: the command "${program}" was not found.`,
      {
        ...options,
        code: 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND',
        hint: 'Install it, or write its full path; PATH decides where a bare name is looked for.',
      },
    );
  }
  const detail =
    code === 'ENOENT'
      ? 'the program that its first line names was not found'
      : (getSystemErrorMap().get(errno)?.[1] ?? 'no system takes such a command line');
  return new ToolpoolError(
    `${wording.subject} cannot start: "${program}" failed with ${code} (${detail}).`,
    {
      ...options,
      code: 'TOOLPOOL_TRANSPORT_SPAWN_FAILED',
      hint: SHORTAGES.has(code)
        ? 'Close other servers and programs, or raise the limit: see ulimit -n (files) and ulimit -u (processes).'
        : 'Check that the command is a program that this user may run on this machine.',
    },
  );
}

/** What of the shown command line is the program; its arguments are not what is missing. */
function programOf({ command, config, wording }: LaunchContext): string {
  const program = wording.present(config.command);
  if (command.startsWith(program)) return program;
  return /^(?:\$\{[^}]*\}|\S)+/.exec(command)?.[0] ?? command;
}
