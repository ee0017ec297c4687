import { writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  approveServers,
  type DecideServersOptions,
  disableServers,
  enableServers,
  parseServerConfig,
  rejectServers,
  resetApprovals,
} from '../src/index.ts';
import { createWorkspace, states, type Workspace } from './workspace.ts';

const entry = { command: 'x' };

function optionsOf({ paths, project }: Workspace): DecideServersOptions {
  return { paths, projectRoot: project };
}

function shown(name: string): Parameters<typeof approveServers>[0][number] {
  const { config } = parseServerConfig(entry);
  if (config === undefined) throw new Error('The entry is invalid.');
  return { name, config };
}

describe('enableServers and disableServers', () => {
  it('switch a server of any scope, for one project, at each connect', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { a: entry, b: entry } });
    await workspace.write('system/policy.json', { servers: { m: entry } });
    const options = optionsOf(workspace);
    const { servers, mayConnect } = await workspace.load();
    const named = servers.filter(({ name }) => name !== 'b');
    const off = await disableServers(named, options);
    expect(off).toEqual([
      { server: 'a', scope: 'user', file: workspace.paths.switches, action: 'disabled' },
      { server: 'm', scope: 'managed', file: workspace.paths.switches, action: 'disabled' },
    ]);
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({
      'a (user)': 'disabled',
      'b (user)': 'runs',
      'm (managed)': 'disabled',
    });
    expect(loaded.setAside[0]).toMatchObject({
      reason: 'You disabled it in this project.',
      code: 'TOOLPOOL_SERVER_DISABLED',
    });
    for (const server of named) {
      expect(await mayConnect(server)).toMatchObject({ allowed: false, status: 'disabled' });
    }
    const other = await workspace.load({ cwd: workspace.home });
    expect(other.servers).toHaveLength(3);
    await enableServers(named, options);
    expect((await workspace.load()).servers).toHaveLength(3);
    expect((await stat(workspace.paths.switches)).mode & 0o777).toBe(0o600);
  });

  it('hold for whoever asks after them, though others are being answered', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { a: entry } });
    const { servers, mayConnect } = await workspace.load();
    const ask = () => Promise.all(servers.map(mayConnect));
    await disableServers(servers, optionsOf(workspace));
    const off = await workspace.read('home/toolpool/state/switches.json');
    await enableServers(servers, optionsOf(workspace));
    const file = workspace.paths.switches;
    const on = await workspace.read('home/toolpool/state/switches.json');
    for (let turns = 0; turns < 40; turns += 1) {
      writeFileSync(file, on);
      const before = ask();
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      writeFileSync(file, off);
      const after = [ask(), ask()];
      await before;
      for (const answers of await Promise.all(after)) {
        expect(answers).toMatchObject([{ allowed: false, status: 'disabled' }]);
      }
    }
  });

  it('win over "disabled" of the entry, but are no approval and no exception to the policy', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', {
      mcpServers: { a: { ...entry, disabled: true }, b: { ...entry, disabled: true } },
    });
    await workspace.write('project/.mcp.json', { mcpServers: { c: { ...entry, disabled: true } } });
    await workspace.write('system/policy.json', { deniedMcpServers: [{ serverName: 'b' }] });
    const { setAside } = await workspace.load();
    expect(setAside.map(({ status }) => status)).toEqual(['disabled', 'disabled', 'disabled']);
    await enableServers(setAside, optionsOf(workspace));
    expect(states(await workspace.load())).toEqual({
      'a (user)': 'runs',
      'b (user)': 'blocked',
      'c (project)': 'pending-approval',
    });
  });

  it('let a disabled server hide none that may run', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { a: { command: 'good' } } });
    const dynamic = [JSON.stringify({ mcpServers: { a: { ...entry, disabled: true } } })];
    expect(states(await workspace.load({ dynamic }))).toEqual({
      'a (dynamic)': 'disabled',
      'a (user)': 'runs',
    });
  });

  it('let nothing run while their file is damaged, and never overwrite it', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/mcp.json', { mcpServers: { a: entry } });
    await workspace.write('home/toolpool/state/switches.json', '{"version": 1');
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({ 'a (user)': 'disabled' });
    expect(loaded.diagnostics).toMatchObject([{ severity: 'error' }]);
    await expect(enableServers([], optionsOf(workspace))).rejects.toMatchObject({
      code: 'TOOLPOOL_CONFIG_INVALID',
    });
    expect(await workspace.read('home/toolpool/state/switches.json')).toBe('{"version": 1');
  });

  it('take names of every kind', async () => {
    await using workspace = await createWorkspace();
    const names = ['__proto__', 'constructor', 'plugin:p:s', 'a b', ''];
    const named = names.map((name) => ({ name, scope: 'user' as const }));
    await disableServers(named, { ...optionsOf(workspace), projectRoot: '/__proto__' });
    await disableServers(named, optionsOf(workspace));
    await workspace.write('home/toolpool/mcp.json', '{"mcpServers":{"__proto__":{"command":"x"}}}');
    expect((await workspace.load()).setAside).toMatchObject([{ status: 'disabled' }]);
  });
});

describe('resetApprovals', () => {
  it('forgets approvals and rejections of one project', async () => {
    await using workspace = await createWorkspace();
    const options = optionsOf(workspace);
    const elsewhere = { ...options, projectRoot: '/elsewhere' };
    await approveServers([shown('a'), shown('b c')], options);
    await approveServers([shown('z')], elsewhere);
    await rejectServers([shown('r')], options);
    await workspace.write('project/.mcp.json', {
      mcpServers: { a: entry, 'b c': entry, r: entry },
    });
    const file = workspace.paths.approvals;
    expect(await resetApprovals({ ...options, names: ['b_c', 'unknown'] })).toEqual([
      { server: 'b c', scope: 'project', file, action: 'reset' },
    ]);
    expect(states(await workspace.load())).toEqual({
      'a (project)': 'runs',
      'b c (project)': 'pending-approval',
      'r (project)': 'rejected',
    });
    expect((await resetApprovals(options)).map(({ server }) => server)).toEqual(['a', 'r']);
    expect(Object.values(states(await workspace.load()))).toEqual(
      new Array(3).fill('pending-approval'),
    );
    expect(JSON.parse(await workspace.read('home/toolpool/state/approvals.json'))).toMatchObject({
      projects: { '/elsewhere': [{ name: 'z' }] },
    });
  });

  it('writes nothing when there is nothing to forget', async () => {
    await using workspace = await createWorkspace();
    expect(await resetApprovals(optionsOf(workspace))).toEqual([]);
    await expect(stat(workspace.paths.approvals)).rejects.toThrow('ENOENT');
  });
});
