import { existsSync, statSync, utimesSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { hostileProjects } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';

/** Every verb that could start, dial or approve something, without the word that lets it. */
const verbs: readonly (readonly string[])[] = [
  ['list'],
  ['get', 'evil'],
  ['tools', 'evil'],
  ['tool', 'evil/tool'],
  ['call', 'evil/tool', 'key=value'],
  ['resources'],
  ['read', 'evil', 'file:///x'],
  ['prompts'],
  ['prompt', 'evil/prompt'],
  ['status', '--dangerously-skip-permissions'],
  ['doctor'],
  ['plugins'],
  ['enable', 'evil'],
  ['disable', 'other'],
  ['reset-approvals'],
  ['approve'],
  ['reject', 'other'],
  ['add', 'added', '--', 'touch', 'x'],
  ['remove', 'added', '-s', 'local'],
];

const soak = process.env.TOOLPOOL_SOAK === '1';

describe.each([
  { where: 'pipe', io: {} },
  { where: 'terminal', io: { terminal: { columns: 80 }, input: 'n\n' } },
])('on a $where, in a hostile project', ({ where, io }) => {
  it.each(hostileProjects)('%s: no verb starts, dials or reads anything', async (what, plant) => {
    await using project = createProject();
    const root = dirname(project.root);
    const marker = join(root, 'marker');
    const secretFile = project.write(join(root, 'secret'), 'canary-secret');
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
    const env = { TOOLPOOL_HOME: project.home, CANARY_TOKEN: 'canary-token', ...wished };
    // Half of the verbs on a pipe and half on a terminal for each project, all of them in a soak.
    const offset = (hostileProjects.findIndex(([name]) => name === what) + where.length) % 2;
    const chosen = verbs.filter((_, index) => soak || index % 2 === offset);
    for (const words of chosen) {
      const { code, stdout, stderr } = await project.cli(words, { cwd: folder, env, ...io });
      expect(code, words.join(' ')).not.toBe(70);
      expect(stdout + stderr).not.toMatch(/canary-(token|secret)/);
    }
    await new Promise((resolve) => listener.close(resolve));
    const touched = [existsSync(marker), connections > 0, statSync(secretFile).atimeMs > 0];
    expect(touched).toEqual([false, false, false]);
    expect(project.exists(`${project.home}/state/approvals.json`)).toBe(false);
  });
});
