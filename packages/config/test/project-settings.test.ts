import { execFile } from 'node:child_process';
import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createWorkspace, states, type Workspace } from './workspace.ts';

async function withServers(workspace: Workspace): Promise<void> {
  await workspace.write('project/.mcp.json', {
    mcpServers: { a: { command: 'a' }, b: { command: 'b' } },
  });
  await workspace.write('home/toolpool/settings.json', { enableAllProjectMcpServers: true });
}

describe('settings of a project', () => {
  it.each([
    { file: 'toolpool.config.json', content: '{"disabledMcpjsonServers": ["a",], /* no */}' },
    { file: 'toolpool.config.yaml', content: 'disabledMcpjsonServers:\n  - a\n' },
    { file: 'toolpool.config.yml', content: 'disabledMcpjsonServers: [a]' },
    { file: 'package.json', content: '{"toolpool": {"disabledMcpjsonServers": ["a"]}}' },
  ])('are read from $file, and can reject servers', async ({ file, content }) => {
    await using workspace = await createWorkspace();
    await withServers(workspace);
    await workspace.write(join('project', file), content);
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({ 'a (project)': 'rejected', 'b (project)': 'runs' });
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.setAside[0]?.reason).toContain('settings of the project');
  });

  it('can deny tools and ask about them, and not allow them', async () => {
    await using workspace = await createWorkspace();
    const file = await workspace.write('project/toolpool.config.json', {
      permissions: { deny: ['mcp__a__*'], ask: ['mcp__b'], allow: ['mcp__c'] },
    });
    const { projectPermissions, diagnostics } = await workspace.load();
    expect(projectPermissions).toEqual({ deny: ['mcp__a__*'], ask: ['mcp__b'] });
    expect(diagnostics).toMatchObject([
      { code: 'TOOLPOOL_SETTINGS_KEY_REFUSED', field: 'permissions.allow', file, line: 1 },
    ]);
  });

  it.each([
    'enableAllProjectMcpServers',
    'enabledMcpjsonServers',
    'skipDangerousModePermissionPrompt',
    'runProjectSettings',
    'imports',
    'mcpServers',
    'settingSources',
    'baseUrl',
    'anything',
  ])('cannot set %s', async (key) => {
    await using workspace = await createWorkspace();
    await workspace.write('project/.mcp.json', { mcpServers: { a: { command: 'a' } } });
    for (const value of [true, ['a'], { a: {} }, workspace.project, [workspace.project]]) {
      await workspace.write('project/toolpool.config.json', { $schema: 'x', [key]: value });
      const loaded = await workspace.load({ skipPermissions: true });
      expect(states(loaded)).toEqual({ 'a (project)': 'pending-approval' });
      expect(loaded.diagnostics).toContainEqual(
        expect.objectContaining({ code: 'TOOLPOOL_SETTINGS_KEY_REFUSED', field: key }),
      );
    }
  });

  it.each([
    { file: 'toolpool.config.json', content: '{"a": hunter2}', line: 1 },
    { file: 'toolpool.config.yaml', content: 'a: b\nc: [hunter2', line: 3 },
    { file: 'toolpool.config.yaml', content: 'a: hunter2\n---\nb: 1\n', line: 1 },
    { file: 'toolpool.config.yaml', content: 'a: "\0hunter2"', line: 1 },
    { file: 'package.json', content: '{"toolpool":\n hunter2}', line: 2 },
  ])('say where $file is broken, and none of its text', async ({ file, content, line }) => {
    await using workspace = await createWorkspace();
    await workspace.write(join('project', file), content);
    const { diagnostics } = await workspace.load();
    expect(diagnostics).toMatchObject([
      { code: 'TOOLPOOL_CONFIG_SYNTAX', file: join(workspace.project, file) },
    ]);
    expect(diagnostics[0]?.line).toBeGreaterThanOrEqual(line - 1);
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it.each(['7', '[]', '"text"', '{"disabledMcpjsonServers": "a"}', '{"permissions": {"deny": 1}}'])(
    'are an error of their file, and of nothing else, when they are %s',
    async (content) => {
      await using workspace = await createWorkspace();
      await withServers(workspace);
      await workspace.write('project/toolpool.config.json', content);
      const loaded = await workspace.load();
      expect(states(loaded)).toEqual({ 'a (project)': 'runs', 'b (project)': 'runs' });
      expect(loaded.diagnostics).toMatchObject([{ code: 'TOOLPOOL_CONFIG_INVALID', line: 1 }]);
    },
  );

  it('are not read through a link that leads out of the project', async () => {
    await using workspace = await createWorkspace();
    const secret = await workspace.write('home/secret', 'hunter2');
    for (const name of ['toolpool.config.json', 'toolpool.config.yaml', 'toolpool.config.ts']) {
      const file = join(workspace.project, name);
      await symlink(secret, file);
      const { diagnostics } = await workspace.load();
      expect(diagnostics).toMatchObject([{ code: 'TOOLPOOL_FILE_UNREADABLE', file }]);
      await rm(file);
    }
  });

  it('run as code only when the user names the project', async () => {
    await using workspace = await createWorkspace();
    await withServers(workspace);
    const marker = join(workspace.root, 'marker');
    const run = `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(marker)}, 'x');
      const names: string[] = ['a'];
      export default { disabledMcpjsonServers: names };`;
    await workspace.write('project/toolpool.config.ts', run);
    const refused = await workspace.load({ settingSources: ['user', 'project', 'local'] });
    expect(refused.diagnostics).toMatchObject([{ code: 'TOOLPOOL_SETTINGS_NOT_RUN' }]);
    await expect(readFile(marker)).rejects.toMatchObject({ code: 'ENOENT' });

    await workspace.write('home/toolpool/settings.json', {
      enableAllProjectMcpServers: true,
      runProjectSettings: [workspace.project],
    });
    const loaded = await workspace.load();
    expect(states(loaded)).toEqual({ 'a (project)': 'rejected', 'b (project)': 'runs' });
    const [server] = loaded.servers;
    if (server) await loaded.mayConnect(server);
    await expect(readFile(marker, 'utf8')).resolves.toBe('x');
    await workspace.write('project/toolpool.config.ts', 'throw new Error("no");');
    expect((await workspace.load()).diagnostics).toMatchObject([
      { code: 'TOOLPOOL_CONFIG_INVALID' },
    ]);
  });

  // cosmiconfig looks for options of its own in the current folder, and runs what it finds there.
  it('never make a library run code of the current folder', async () => {
    await using workspace = await createWorkspace();
    const marker = join(workspace.root, 'marker');
    const code = `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`;
    for (const name of ['.config/config.js', '.config/config.cjs', '.config/toolpoolrc.js']) {
      await workspace.write(join('project', name), code);
    }
    await workspace.write('project/package.json', { cosmiconfig: { searchPlaces: ['x.js'] } });
    await workspace.write('project/x.js', code);
    await workspace.write('project/toolpool.config.yaml', 'disabledMcpjsonServers: [a]');
    const entry = pathToFileURL(join(import.meta.dirname, '../src/index.ts')).href;
    const jiti = import.meta.resolve('jiti');
    const script = `
      const { createJiti } = await import(${JSON.stringify(jiti)});
      const { loadServerConfigs } = await createJiti(${JSON.stringify(import.meta.url)}).import(${JSON.stringify(entry)});
      const { diagnostics } = await loadServerConfigs({ cwd: process.cwd() });
      console.log(JSON.stringify(diagnostics));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script],
      { cwd: workspace.project, env: workspace.env },
    );
    expect(JSON.parse(stdout)).toEqual([]);
    await expect(readFile(marker)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
