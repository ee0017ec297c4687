import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Record<string, string>;
}

interface Workspace {
  readonly directory: string;
  readonly manifest: Manifest;
}

const workspaces = await findWorkspaces();
let tarballs: string;

beforeAll(async () => {
  tarballs = await mkdtemp(join(tmpdir(), 'toolpool-pack-'));
  for (const { directory } of workspaces) await pack(directory);
});

afterAll(() => rm(tarballs, { recursive: true, force: true }));

describe('a packed package', () => {
  it.each(workspaces)('$manifest.name works alone in an empty folder', async (workspace) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolpool-alone-'));
    try {
      const files = await readdir(tarballs);
      const needed = withDependencies(workspace).map((name) =>
        join(tarballs, tarball(files, name)),
      );
      await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
      // The scope is not on the registry, so a package and its siblings are installed together.
      await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...needed);
      const { stdout } = await tryOut(workspace, folder);
      expect(stdout).not.toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Runs the first JavaScript example of the package's own README; of an app, its help. */
async function tryOut({ directory, manifest }: Workspace, folder: string) {
  if (directory.startsWith('apps/')) {
    return run(join(folder, 'node_modules/.bin/toolpool'), ['--help'], { cwd: folder });
  }
  const readme = await readFile(join(directory, 'README.md'), 'utf8');
  const example = /```js\n(.*?)```/s.exec(readme)?.[1];
  if (example === undefined)
    throw new TypeError(`${manifest.name}: no \`\`\`js example in README.md`);
  await writeFile(join(folder, 'example.js'), example);
  return run(process.execPath, ['example.js'], { cwd: folder, timeout: 30_000 });
}

async function findWorkspaces(): Promise<Workspace[]> {
  const found: Workspace[] = [];
  for (const group of ['packages', 'plugins', 'apps']) {
    for (const name of await readdir(group)) {
      const directory = join(group, name);
      const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
      if (!manifest.private) found.push({ directory, manifest });
    }
  }
  return found;
}

/** The workspace's own name and those of all its siblings below it. */
function withDependencies({ manifest }: Workspace): string[] {
  const names = new Set<string>([manifest.name]);
  for (const name of names) {
    const found = workspaces.find((workspace) => workspace.manifest.name === name);
    for (const dependency of Object.keys(found?.manifest.dependencies ?? {})) {
      if (dependency.startsWith('@toolpool/')) names.add(dependency);
    }
  }
  return [...names];
}

function tarball(files: readonly string[], name: string): string {
  const prefix = `${name.replace('@', '').replace('/', '-')}-0.`;
  const file = files.find((candidate) => candidate.startsWith(prefix));
  if (file === undefined) throw new TypeError(`No tarball of ${name}.`);
  return file;
}

/** `workspace:` and `catalog:` are replaced by pnpm alone, which runs this file or is fetched. */
async function pack(directory: string): Promise<void> {
  const words = ['pack', '--pack-destination', tarballs];
  const pnpm = process.env.npm_execpath;
  const cwd = resolve(directory);
  if (pnpm?.includes('pnpm')) await run(process.execPath, [pnpm, ...words], { cwd });
  else await run('npx', ['-y', 'pnpm@10.34.9', ...words], { cwd });
}

function npm(cwd: string, ...words: string[]) {
  const { npm_execpath: _pnpm, ...env } = process.env;
  return run('npm', words, { cwd, env });
}
