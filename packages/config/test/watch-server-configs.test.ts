import { appendFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@toolpool/testing';
import { expect, it } from 'vitest';
import {
  addServer,
  approveServers,
  type ConfigChange,
  type ConfigWatch,
  removeServer,
  watchServerConfigs,
} from '../src/index.ts';
import { createWorkspace, states, type Workspace } from './workspace.ts';

interface Watching extends AsyncDisposable {
  readonly watch: ConfigWatch;
  readonly changes: ConfigChange[];
  /** Waits until the watch has exactly these servers. */
  readonly settle: (...names: string[]) => Promise<void>;
}

async function startWatch(workspace: Workspace): Promise<Watching> {
  const changes: ConfigChange[] = [];
  const { project, env, paths } = workspace;
  const watch = await watchServerConfigs({ cwd: project, env, paths }, (change) => {
    changes.push(change);
  });
  const names = () => watch.loaded.servers.map(({ name }) => name).join();
  return {
    watch,
    changes,
    settle: (...expected) => waitUntil(() => names() === expected.join(), { timeoutMs: 4000 }),
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  };
}

const file = 'home/toolpool/mcp.json';

function servers(...names: string[]): { mcpServers: Record<string, { command: string }> } {
  return { mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])) };
}

function summary({ added, changed, removed }: ConfigChange): Record<string, string[]> {
  return {
    added: added.map(({ name }) => name),
    changed: changed.map(({ after }) => after.name),
    removed: removed.map(({ name }) => name),
  };
}

it('tells what was added, changed and removed, by difference', async () => {
  await using workspace = await createWorkspace();
  await workspace.write(file, servers('a', 'b'));
  await using watching = await startWatch(workspace);
  expect(watching.changes).toEqual([]);
  const { project, paths } = workspace;
  const place = { projectRoot: project, paths, scope: 'user', force: true } as const;
  await addServer({ ...place, name: 'c', entry: { command: 'c' } });
  await watching.settle('a', 'b', 'c');
  await addServer({ ...place, name: 'a', entry: { command: 'new' } });
  await waitUntil(() => watching.changes.length === 2, { timeoutMs: 4000 });
  await removeServer({ ...place, name: 'b' });
  await watching.settle('a', 'c');
  expect(watching.changes.map(summary)).toEqual([
    { added: ['c'], changed: [], removed: [] },
    { added: [], changed: ['a'], removed: [] },
    { added: [], changed: [], removed: ['b'] },
  ]);
  expect(watching.changes[1]?.changed[0]).toMatchObject({
    before: { config: { command: 'a' } },
    after: { config: { command: 'new' } },
  });
});

it('sees files and folders that appear later, and that go', async () => {
  await using workspace = await createWorkspace();
  await rm(join(workspace.home, 'toolpool'), { recursive: true });
  await using watching = await startWatch(workspace);
  await workspace.write('project/.mcp.json', servers('p'));
  await waitUntil(() => watching.watch.loaded.setAside.length === 1, { timeoutMs: 4000 });
  expect(watching.changes.map(summary)).toEqual([{ added: [], changed: [], removed: [] }]);
  await workspace.write(file, servers('a'));
  await watching.settle('a');
  await rm(join(workspace.home, 'toolpool'), { recursive: true });
  await watching.settle();
  await workspace.write(file, servers('b'));
  await watching.settle('b');
});

it('follows an editor that renames a new file over the old one, again and again', async () => {
  await using workspace = await createWorkspace();
  const path = await workspace.write(file, servers('a'));
  await using watching = await startWatch(workspace);
  for (const name of ['b', 'c', 'd', 'e']) {
    await writeFile(`${path}.new`, JSON.stringify(servers(name)));
    await rename(`${path}.new`, path);
    await watching.settle(name);
  }
});

it('keeps the last good state of a file that turns bad, and says so once', async () => {
  await using workspace = await createWorkspace();
  const path = await workspace.write(file, servers('a', 'b'));
  await workspace.write('project/.mcp.json', servers('p'));
  await using watching = await startWatch(workspace);
  await writeFile(path, '{"mcpServers": {"a":');
  await waitUntil(() => watching.watch.loaded.diagnostics.length === 1, { timeoutMs: 4000 });
  expect(watching.watch.loaded.diagnostics).toMatchObject([
    { code: 'TOOLPOOL_CONFIG_SYNTAX', file: path, line: 1 },
  ]);
  expect(watching.changes.map(summary)).toEqual([{ added: [], changed: [], removed: [] }]);
  // Other files are still followed.
  const [pending] = watching.watch.loaded.setAside;
  if (pending?.config === undefined) throw new Error('Nothing is pending.');
  const { project, paths } = workspace;
  await approveServers([{ name: 'p', config: pending.config }], { projectRoot: project, paths });
  await watching.settle('a', 'b', 'p');
  await writeFile(path, JSON.stringify(servers('b')));
  await watching.settle('b', 'p');
  expect(watching.watch.loaded.diagnostics).toEqual([]);
});

it('sees no half of a file that is written bit by bit', async () => {
  await using workspace = await createWorkspace();
  const path = await workspace.write(file, servers('a', 'b'));
  await using watching = await startWatch(workspace);
  const text = JSON.stringify(servers('a', 'b', 'c'));
  await writeFile(path, '');
  for (const character of text) await appendFile(path, character);
  await watching.settle('a', 'b', 'c');
  expect(watching.changes.map(summary).at(-1)).toMatchObject({ removed: [] });
  for (const { removed } of watching.changes) expect(removed).toEqual([]);
});

it('follows a link to a file that is elsewhere', async () => {
  await using workspace = await createWorkspace();
  const target = await workspace.write('dotfiles/mcp.json', servers('a'));
  await symlink(target, join(workspace.root, file));
  await using watching = await startWatch(workspace);
  await writeFile(target, JSON.stringify(servers('b')));
  await watching.settle('b');
});

it('loses no change of many in a row', async () => {
  await using workspace = await createWorkspace();
  await using watching = await startWatch(workspace);
  for (let round = 0; round < 200; round += 1) {
    await workspace.write(file, servers(...Array.from({ length: round % 7 }, (_, n) => `s${n}`)));
  }
  await workspace.write(file, servers('last'));
  await watching.settle('last');
});

it('tells changes one at a time', async () => {
  await using workspace = await createWorkspace();
  let [running, most, heard] = [0, 0, 0];
  const { project, env } = workspace;
  await using watch = await watchServerConfigs({ cwd: project, env }, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running -= 1;
    heard += 1;
  });
  await workspace.write(file, servers('a'));
  await waitUntil(() => running === 1, { timeoutMs: 4000 });
  await workspace.write(file, servers('b'));
  await waitUntil(() => heard === 2, { timeoutMs: 4000 });
  expect(most).toBe(1);
  expect(states(watch.loaded)).toEqual({ 'b (user)': 'runs' });
});

it('is silent once it is disposed of, and holds nothing', async () => {
  await using workspace = await createWorkspace();
  const before = process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
  for (let round = 0; round < 20; round += 1) {
    const { watch, changes } = await startWatch(workspace);
    await watch[Symbol.asyncDispose]();
    await watch[Symbol.asyncDispose]();
    await workspace.write(file, servers(`s${round}`));
    expect(changes).toEqual([]);
  }
  await mkdir(join(workspace.home, 'later'));
  const after = process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
  expect(after).toBe(before);
});
