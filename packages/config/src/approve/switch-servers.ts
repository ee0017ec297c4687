import { updateFile } from '@toolpool/foundation/files';
import type { Scope } from '../contract.ts';
import type { ServerChange } from '../edit/server-change.ts';
import type { DecideServersOptions } from './decide-servers.ts';
import { parseSwitches, type Switches, switchesOf } from './switches-file.ts';

/** A server of any scope. */
export interface NamedServer {
  readonly name: string;
  readonly scope: Scope;
}

/**
 * Lets servers run in this project for this user, even those whose entry has `"disabled": true`. Gives
 * no approval, and wins over no policy.
 *
 * @throws {@link ToolpoolError} `TOOLPOOL_CONFIG_INVALID` when the file of switches is damaged;
 *   `TOOLPOOL_FILE_UNREADABLE`, `TOOLPOOL_FILE_WRITE_FAILED`, `TOOLPOOL_FILE_LOCKED`
 */
export async function enableServers(
  servers: readonly NamedServer[],
  options: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  return turn('enabled', servers, options);
}

/**
 * Keeps the servers of these names from running in this project for this user, whatever their scope.
 *
 * @throws {@link ToolpoolError} as {@link enableServers}
 */
export async function disableServers(
  servers: readonly NamedServer[],
  options: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  return turn('disabled', servers, options);
}

async function turn(
  to: 'enabled' | 'disabled',
  servers: readonly NamedServer[],
  { paths: { switches: file }, projectRoot }: DecideServersOptions,
): Promise<readonly ServerChange[]> {
  const names = servers.map(({ name }) => name);
  const change = (text: string | undefined): string => {
    const content = parseSwitches(text, file);
    const after = withNames(switchesOf(content, projectRoot), names, to);
    const projects = { ...content.projects, [projectRoot]: after };
    return `${JSON.stringify({ ...content, projects }, undefined, 2)}\n`;
  };
  await updateFile(file, change, { mode: 0o600 });
  return servers.map(({ name, scope }) => ({ server: name, scope, file, action: to }));
}

function withNames(
  before: Switches,
  names: readonly string[],
  to: 'enabled' | 'disabled',
): Switches {
  const from = to === 'enabled' ? 'disabled' : 'enabled';
  return {
    ...before,
    [from]: before[from].filter((name) => !names.includes(name)),
    [to]: [...new Set([...before[to], ...names])],
  };
}
