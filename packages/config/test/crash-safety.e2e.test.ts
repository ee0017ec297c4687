import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadServerConfigs, resolvePaths, type ToolpoolPaths } from '@toolpool/config';
import { temporaryDirectory } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';

const soak = process.env.TOOLPOOL_SOAK === '1';
const script = fileURLToPath(new URL('./fixtures/write-config.mjs', import.meta.url));

interface Place {
  readonly projectRoot: string;
  readonly paths: ToolpoolPaths;
}

async function createPlace(root: string): Promise<Place> {
  const projectRoot = join(root, 'project');
  await mkdir(join(projectRoot, '.git'), { recursive: true });
  const env = { HOME: root, TOOLPOOL_HOME: join(root, 'home') };
  return { projectRoot, paths: resolvePaths({ env, systemDirectory: join(root, 'system') }) };
}

function startWriter(kind: string, prefix: string, rest: Place & { count?: number }): ChildProcess {
  const options = JSON.stringify({ kind, prefix, ...rest });
  return spawn(process.execPath, [script, options], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The names that a writer has acknowledged so far. */
function acknowledged(writer: ChildProcess): () => string[] {
  let said = '';
  writer.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  return () => said.split('\n').slice(0, -1);
}

const files: Readonly<Record<string, (place: Place) => string>> = {
  local: ({ paths }) => paths.localServers,
  project: ({ projectRoot }) => join(projectRoot, '.mcp.json'),
  user: ({ paths }) => paths.userServers,
  approvals: ({ paths }) => paths.approvals,
  switches: ({ paths }) => paths.switches,
};

/** Every name in a file, which must be whole. */
async function namesIn(kind: string, place: Place): Promise<Set<string>> {
  const content = JSON.parse(await readFile(files[kind]?.(place) ?? '', 'utf8'));
  const own = content.projects?.[place.projectRoot];
  if (kind === 'approvals') return new Set(own.map(({ name }: { name: string }) => name));
  if (kind === 'switches') return new Set(own.disabled);
  return new Set(Object.keys((own ?? content).mcpServers));
}

describe('fault 19: writers at once corrupt shared state', () => {
  const each = soak ? 200 : 10;

  it.each(soak ? Object.keys(files) : ['user', 'approvals'])(
    `8 processes with ${each} writes each lose nothing of %s`,
    async (kind) => {
      await using directory = temporaryDirectory();
      const place = await createPlace(directory.path);
      const writers = Array.from({ length: 8 }, (_, index) =>
        startWriter(kind, `w${index}`, { ...place, count: each }),
      );
      const said = writers.map(acknowledged);
      const codes = await Promise.all(
        writers.map(async (writer) => {
          const [code] = await once(writer, 'close');
          return code;
        }),
      );
      expect(codes).toEqual(new Array(8).fill(0));
      const names = said.flatMap((names) => names());
      expect(names).toHaveLength(8 * each);
      expect(await namesIn(kind, place)).toEqual(new Set(names));
      const file = files[kind]?.(place) ?? '';
      const beside = await readdir(dirname(file));
      expect(beside.filter((name) => /\.(tmp|lock)$/.test(name))).toEqual([]);
    },
    900_000,
  );
});

describe('a writer that is killed', () => {
  const kills = soak ? 200 : 10;

  it.each(Object.keys(files))(
    `${kills} times leaves %s whole, with all that was acknowledged, and no lock`,
    async (kind) => {
      await using directory = temporaryDirectory();
      const place = await createPlace(directory.path);
      let expected: string[] = [];
      for (let round = 0; round < kills; round += 1) {
        if (round % 20 === 0) {
          await rm(files[kind]?.(place) ?? '', { force: true });
          expected = [];
        }
        const writer = startWriter(kind, `r${round}`, place);
        const said = acknowledged(writer);
        await once(writer.stdout ?? writer, 'data');
        // Any moment of a write; the next writer must not wait for the dead.
        await delay(Math.random() * 20);
        writer.kill('SIGKILL');
        await once(writer, 'close');
        expected.push(...said());
        const names = await namesIn(kind, place);
        expect(expected.filter((name) => !names.has(name))).toEqual([]);
      }
      const loaded = await loadServerConfigs({
        cwd: place.projectRoot,
        env: { HOME: directory.path },
        paths: place.paths,
      });
      expect(loaded.diagnostics).toEqual([]);
    },
    600_000,
  );

  it('passes its lock on within a second', async () => {
    await using directory = temporaryDirectory();
    const place = await createPlace(directory.path);
    for (let round = 0; round < (soak ? 50 : 3); round += 1) {
      const [first, second] = ['a', 'b'].map((prefix) =>
        startWriter('user', `${prefix}${round}`, place),
      );
      if (first === undefined || second === undefined) throw new Error('No writer has started.');
      const said = acknowledged(second);
      await Promise.all([first, second].map((writer) => once(writer.stdout ?? writer, 'data')));
      first.kill('SIGKILL');
      await once(first, 'close');
      const [before, since] = [said().length, performance.now()];
      while (said().length === before) await delay(1);
      expect(performance.now() - since).toBeLessThan(1000);
      second.kill('SIGKILL');
      await once(second, 'close');
    }
  }, 300_000);
});
