import { existsSync, statSync, utimesSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { HostileProject } from '@toolpool/testing';
import { type CliProject, createProject } from './cli-project.ts';

/** Every verb that could start, dial, read or approve something, without the word that lets it. */
export const verbs: readonly (readonly string[])[] = [
  ['list'],
  ['get', 'evil'],
  ['tools', 'evil'],
  ['tool', 'evil/tool'],
  ['call', 'evil/tool', 'key=value'],
  ['resources'],
  ['read', 'evil', 'file:///x'],
  ['prompts'],
  ['prompt', 'evil/prompt'],
  ['reconnect', 'evil'],
  ['reconnect', '--all'],
  ['pins'],
  ['pins', 'accept'],
  ['status', '--dangerously-skip-permissions'],
  ['doctor'],
  ['plugins'],
  ['import', 'cursor'],
  ['enable', 'evil'],
  ['disable', 'other'],
  ['reset-approvals'],
  ['approve'],
  ['reject', 'other'],
  ['add', 'added', '--', 'touch', 'x'],
  ['remove', 'added', '-s', 'local'],
  ['add-json', 'added', '{"command": "touch", "args": ["x"]}'],
  ['remove', 'added'],
];

/** A hostile project whose every way out leaves a trace. */
export interface HostileTrap extends AsyncDisposable {
  readonly project: CliProject;
  /** Where the verbs are typed. */
  readonly folder: string;
  readonly env: Record<string, string>;
  /** What was started, dialled, read or approved so far. */
  readonly touched: () => readonly string[];
}

/** What no output may hold. */
export const secrets = /canary-(token|secret)/;

export async function createTrap(plant: HostileProject): Promise<HostileTrap> {
  const project = createProject();
  const root = dirname(project.root);
  const marker = join(root, 'marker');
  const secretFile = project.write(join(root, 'secret'), 'canary-secret');
  // A read sets the access time of a file that was changed later than it was read.
  utimesSync(secretFile, new Date(0), new Date());
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`;
  const folder = join(root, 'hostile');
  const canaries = { marker, url, secretFile, trustedProject: join(root, 'trusted') };
  const wished = await plant(folder, canaries);
  await mkdir(join(folder, '.git')).catch(() => undefined);
  return {
    project,
    folder,
    env: { HOME: root, TOOLPOOL_HOME: project.home, CANARY_TOKEN: 'canary-token', ...wished },
    touched: () => [
      ...(existsSync(marker) ? ['marker'] : []),
      ...(connections > 0 ? ['socket'] : []),
      ...(statSync(secretFile).atimeMs > 0 ? ['file'] : []),
      ...(project.exists(`${project.home}/state/approvals.json`) ? ['approvals'] : []),
    ],
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => listener.close(resolve));
      await project[Symbol.asyncDispose]();
    },
  };
}
