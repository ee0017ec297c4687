import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixtureCommand, processesWithMarker, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';
import { runBin, startBin } from './run-bin.ts';

const MEGABYTES_64 = 64_000_000;
const tool = { name: 't', inputSchema: { type: 'object' } };
let counter = 0;

type Script = Parameters<typeof fixtureCommand>[0];

/** A project whose one server carries a marker in its environment that nothing else has. */
function withMarkedServer(script: Script) {
  const marker = `toolpool-e2e-${process.pid}-${++counter}`;
  const entry = { ...fixtureCommand(script), env: { TOOLPOOL_TEST_MARKER: marker } };
  const project = createProject({ '../home/mcp.json': { mcpServers: { a: entry } } });
  const options = { cwd: project.root, env: { TOOLPOOL_HOME: project.home } };
  return { project, options, marker };
}

const stubborn: Script = {
  ignoreSignals: ['SIGINT', 'SIGTERM'],
  ignoreEof: true,
  grandchild: { ignoreTerm: true },
};
const moments = [
  { moment: 'during connect', script: { hangInitialize: true }, words: ['list', '--json'] },
  {
    moment: 'during a call',
    script: { tools: [tool], replies: { t: { hang: true } } },
    words: ['call', 'a/t', '--json'],
  },
] as const;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('signals', () => {
  it.each(moments.flatMap((each) => signals.map((signal) => ({ ...each, signal }))))(
    'fault 50: leaves no child after $signal $moment',
    async ({ script, words, signal }) => {
      const { project, options, marker } = withMarkedServer({ ...script, ...stubborn });
      await using _project = project;
      const { child, done } = startBin(words, options);
      await waitUntil(() => processesWithMarker(marker).length > 1, { timeoutMs: 20_000 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.kill(signal);
      const { code, stdout } = await done;
      expect(processesWithMarker(marker)).toEqual([]);
      expect(code).toBe(130);
      expect(JSON.parse(stdout).error.code).toBe('TOOLPOOL_INTERRUPTED');
    },
  );

  it('fault 50: exits at once on a second Ctrl-C, children with it', async () => {
    const { project, options, marker } = withMarkedServer({ hangInitialize: true, ...stubborn });
    await using _project = project;
    const { child, done } = startBin(['list'], options);
    await waitUntil(() => processesWithMarker(marker).length > 1, { timeoutMs: 20_000 });
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGINT');
    const start = performance.now();
    expect((await done).code).toBe(130);
    expect(performance.now() - start).toBeLessThan(1000);
    await waitUntil(() => processesWithMarker(marker).length === 0);
  });

  it('leaves no child after a call that went well, and prints nothing but its result', async () => {
    const { project, options, marker } = withMarkedServer({ tools: [tool], ...stubborn });
    await using _project = project;
    expect(await runBin(['call', 'a/t'], options)).toMatchObject({
      code: 0,
      stdout: 'ok\n',
      stderr: '',
    });
    expect(processesWithMarker(marker)).toEqual([]);
  });
});

describe('large results', () => {
  const script = { tools: [tool], replies: { t: { text: MEGABYTES_64 } } };

  it('arrive whole with --raw', async () => {
    const { project, options } = withMarkedServer(script);
    await using _project = project;
    const { code, stdout, stderr } = await runBin(['call', 'a/t', '--raw'], options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { content } = JSON.parse(stdout);
    expect(content[0].text.length).toBe(MEGABYTES_64);
  });

  it('are saved by default, with instructions', async () => {
    const { project, options } = withMarkedServer(script);
    await using _project = project;
    const { code, stdout } = await runBin(['call', 'a/t', '--json'], options);
    const { saved, content, truncated } = JSON.parse(stdout);
    expect({ code, truncated }).toEqual({ code: 0, truncated: false });
    expect(saved).toMatchObject([{ bytes: MEGABYTES_64 }]);
    expect(saved[0].path.startsWith(project.home)).toBe(true);
    expect(content[0].text).toContain(saved[0].path);
    const bytes = readFileSync(saved[0].path);
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(hash(bytes)).toBe(
      hash(
        Buffer.from(
          JSON.parse((await runBin(['call', 'a/t', '--raw'], options)).stdout).content[0].text,
        ),
      ),
    );
  });

  it('are no failure for a reader that has seen enough', async () => {
    const { project, options, marker } = withMarkedServer(script);
    await using _project = project;
    const { child, done } = startBin(['call', 'a/t', '--raw'], options);
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, stderr } = await done;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(processesWithMarker(marker)).toEqual([]);
  });
});

describe('environment', () => {
  it.each([{ env: undefined }, { env: { OWN: '1' } }])(
    'fault 10: keeps the secrets of this process from servers, with env $env',
    async ({ env }) => {
      const command = fixtureCommand({ tools: [tool], replies: { t: { env: true } } });
      const entry = { ...command, ...(env ? { env } : {}) };
      await using project = createProject({ '../home/mcp.json': { mcpServers: { a: entry } } });
      const { stdout } = await runBin(['call', 'a/t'], {
        cwd: project.root,
        env: { TOOLPOOL_HOME: project.home, SECRET_X: 'canary', AWS_SECRET_ACCESS_KEY: 'canary' },
      });
      expect(stdout).toContain('PATH');
      expect(stdout.includes('OWN')).toBe(env !== undefined);
      expect(stdout).not.toMatch(/SECRET|TOOLPOOL_HOME/);
    },
  );
});

describe('approval', () => {
  const verbs = [
    ['list'],
    ['get', 'a'],
    ['doctor'],
    ['tools'],
    ['tools', 'a'],
    ['status'],
    ['resources'],
    ['prompts'],
    ['call', 'a/t'],
    ['call', 't'],
    ['tool', 'mcp__a__t'],
    ['read', 'a', 'x://y'],
    ['prompt', 'a/p'],
    ['plugins'],
    ['reconnect', 'a'],
    ['reconnect', '--all'],
    ['approve', 'a'],
    ['reject', 'a'],
    ['list', '--dangerously-skip-permissions'],
  ];
  it('fault 22: starts nothing that waits for approval, by any verb', async () => {
    await using project = createProject();
    const marker = `${project.root}/started`;
    const entry = fixtureCommand({ tools: [tool], touch: marker });
    project.write('.mcp.json', { mcpServers: { a: entry } });
    // Nothing in a project approves it.
    const approveAll = { enableAllProjectMcpServers: true, enabledMcpjsonServers: ['a'] };
    for (const file of ['settings.json', '.toolpool/settings.json', '.claude/settings.json']) {
      project.write(file, { ...approveAll, skipDangerousModePermissionPrompt: true });
    }
    const options = { cwd: project.root, env: { TOOLPOOL_HOME: project.home } };
    for (const words of verbs) {
      for (const json of [[], ['--json']]) await runBin([...words, ...json], options);
      expect(existsSync(marker), words.join(' ')).toBe(false);
    }
    await runBin(['tools', '--setting-sources', 'user,project'], options);
    expect(existsSync(marker)).toBe(true);
  });
});

describe('reconnect', () => {
  it('dials, reports and leaves nothing behind', async () => {
    const { project, options, marker } = withMarkedServer({ tools: [tool] });
    await using _project = project;
    const { code, stdout } = await runBin(['reconnect', 'a', '--json'], options);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).servers).toMatchObject([{ name: 'a', status: 'connected' }]);
    expect(processesWithMarker(marker)).toEqual([]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('an output that cannot be written', () => {
  it('is told plainly', () => {
    const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
    const words = ['-c', '"$0" "$1" --help >/dev/full', process.execPath, bin];
    const { status, stderr } = spawnSync('/bin/sh', words, { encoding: 'utf8' });
    expect(status).toBe(70);
    expect(stderr).toContain('The output cannot be written');
    expect(stderr).not.toContain('defect');
  });
});

describe('plugins', () => {
  const manifest = { name: 'p', version: '1.0.0', type: 'module', exports: './index.js' };
  const definition = `export default { apiVersion: 1, name: 'p', version: '1.0.0' };`;

  async function run(code: string) {
    await using project = createProject({ 'p/package.json': manifest });
    project.write('p/index.js', `${code}\n${definition}`);
    const env = { TOOLPOOL_HOME: project.home };
    return await runBin(['plugins', '--json', '--plugin', './p'], { cwd: project.root, env });
  }

  it('do not keep the process alive with their timers', async () => {
    const result = await run('setInterval(() => undefined, 1000);');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout).plugins).toMatchObject([{ name: 'p' }]);
  });

  it('end the process with 70 when they throw outside of any call', async () => {
    const result = await run(`process.nextTick(() => { throw new Error('boom'); });`);
    expect(result).toMatchObject({ code: 70, stderr: '' });
    expect(JSON.parse(result.stdout).error).toMatchObject({ code: 'TOOLPOOL_INTERNAL' });
  });
});

describe('compiled code', () => {
  it("is kept in the user's own cache where Node can do that, and nowhere else", async () => {
    await using project = createProject({});
    const folders = { HOME: project.home, TMPDIR: project.root, TOOLPOOL_HOME: project.home };
    const env = { ...folders, NODE_DISABLE_COMPILE_CACHE: undefined };
    expect(await runBin(['list'], { cwd: project.root, env })).toMatchObject({ code: 0 });
    const kept = existsSync(join(project.home, '.cache', 'toolpool', 'code'));
    expect(kept).toBe('enableCompileCache' in module);
    expect(readdirSync(project.root).filter((name) => name.includes('compile-cache'))).toEqual([]);
  });
});
