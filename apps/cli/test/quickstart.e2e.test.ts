import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';
import { runBin } from './run-bin.ts';
import { ListShape, PluginsShape, ToolsShape } from './shapes.ts';

const RUNS = 10;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const cwd = join(root, 'examples', 'quickstart');
const plugin = ['--plugin', '../../plugins/clock'];

describe('examples/quickstart', () => {
  it('gives the tools of four servers, sorted and byte-identical over ten runs', async () => {
    await using project = createProject();
    const words = ['tools', '--json', '--setting-sources', 'user,project', ...plugin];
    const outputs = new Set<string>();
    for (let run = 0; run < RUNS; run++) {
      const result = await runBin(words, { cwd, env: { TOOLPOOL_HOME: project.home } });
      expect(result).toMatchObject({ code: 0, stderr: '' });
      outputs.add(result.stdout);
    }
    expect(outputs.size).toBe(1);
    const { tools, failed } = ToolsShape.parse(JSON.parse([...outputs].join('')));
    const names = tools.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    const servers = new Set(tools.flatMap(({ server }) => server ?? []));
    expect([...servers].sort()).toEqual([
      'everything',
      'filesystem',
      'memory',
      'plugin:clock:clock',
    ]);
    expect(failed).toEqual([]);
  });

  it('starts nothing before it is approved', async () => {
    await using project = createProject();
    const marker = `${project.root}/started`;
    const fakeNode = project.write('bin/node', `#!/bin/sh\ntouch '${marker}'\n`);
    chmodSync(fakeNode, 0o755);
    const env = {
      TOOLPOOL_HOME: project.home,
      PATH: `${project.root}/bin:${process.env.PATH}`,
    };
    const pending = ['everything', 'filesystem', 'memory'].map((server) => [
      server,
      'pending-approval',
    ]);
    const tools = await runBin(['tools', '--json', ...plugin], { cwd, env });
    expect(tools.code).toBe(0);
    const { failed } = ToolsShape.parse(JSON.parse(tools.stdout));
    expect(failed.map(({ server, status }) => [server, status])).toEqual(pending);
    const list = await runBin(['list', '--json', ...plugin], { cwd, env });
    const { servers } = ListShape.parse(JSON.parse(list.stdout));
    expect(
      servers.filter(({ scope }) => scope === 'project').map(({ name, status }) => [name, status]),
    ).toEqual(pending);
    expect(existsSync(marker)).toBe(false);
    await runBin(['list', '--setting-sources', 'user,project'], { cwd, env });
    expect(existsSync(marker)).toBe(true);
  });

  it('lists its plugin', async () => {
    await using project = createProject();
    const env = { TOOLPOOL_HOME: project.home };
    const { stdout } = await runBin(['plugins', '--json', ...plugin], { cwd, env });
    expect(PluginsShape.parse(JSON.parse(stdout)).plugins).toMatchObject([
      { name: 'clock', enabled: true, servers: ['plugin:clock:clock'] },
    ]);
  });
});

describe('demo', () => {
  it('shows servers, pool, calls and a saved result, and stores no approval', async () => {
    await using project = createProject();
    const before = readdirSync(cwd, { recursive: true }).filter(isOurs);
    const result = await runBin(['demo', '--project', 'examples/quickstart'], {
      cwd: root,
      env: { TOOLPOOL_HOME: project.home },
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = result;
    for (const server of ['everything', 'filesystem', 'memory', 'plugin:clock:clock']) {
      expect(stdout).toMatch(new RegExp(`^  ${server} +connected +[\\d.]+ m?s$`, 'm'));
    }
    expect(stdout).toMatch(/^Tool pool: \d+ tools, [\d,]+ tokens$/m);
    expect(stdout).toContain('The sum of 2 and 40 is 42.');
    expect(stdout).toContain('What to type next');
    const path = /^ {2}(\/\S*toolpool-demo-\S+)$/m.exec(stdout)?.[1] ?? '';
    expect(path).not.toBe('');
    expect(existsSync(dirname(path))).toBe(false);
    expect(stdout).toContain('orders: [{');
    expect(existsSync(join(project.home, 'state'))).toBe(false);
    expect(readdirSync(cwd, { recursive: true }).filter(isOurs)).toEqual(before);
  });

  it('runs on its own project only', async () => {
    await using project = createProject({ '.mcp.json': { mcpServers: { x: { command: 'x' } } } });
    const result = await runBin(['demo', '--project', '.'], {
      cwd: project.root,
      env: { TOOLPOOL_HOME: project.home },
    });
    expect(result.code).toBe(2);
  });
});

function isOurs(path: string | Buffer): boolean {
  return !String(path).startsWith('node_modules');
}
