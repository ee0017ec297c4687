import { chmod, readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  approveServers,
  getProjectServerStatus,
  parseServerConfig,
  rejectServers,
  type ServerConfig,
} from '../src/index.ts';
import { createWorkspace, reference, states, type Workspace } from './workspace.ts';

function configOf(entry: unknown): ServerConfig {
  const { config } = parseServerConfig(entry);
  if (config === undefined) throw new Error('The entry is invalid.');
  return config;
}

async function writeProject(workspace: Workspace, entry: unknown, name = 'x'): Promise<void> {
  await workspace.write('project/.mcp.json', { mcpServers: { [name]: entry } });
}

async function approve(workspace: Workspace, entry: unknown, name = 'x'): Promise<void> {
  const { paths, project } = workspace;
  await approveServers([{ name, config: configOf(entry) }], { paths, projectRoot: project });
}

const stdio = {
  command: 'node',
  args: ['server.js', '--flag'],
  cwd: '.',
  env: { A: '1', TOKEN: reference('TOKEN:-none') },
  envPassthrough: ['B'],
};
const http = {
  type: 'http',
  url: 'https://host/mcp',
  headers: { A: '1' },
  headersHelper: 'helper',
  oauth: { clientId: 'c', callbackPort: 1 },
  tls: { ca: 'a' },
};

describe('fault 21: approval is bound to the name only', () => {
  it.each([
    { was: stdio, is: { ...stdio, command: 'sh' }, field: 'command' },
    { was: stdio, is: { ...stdio, args: ['server.js', '--evil'] }, field: 'args[1]' },
    { was: stdio, is: { ...stdio, args: ['server.js'] }, field: 'args[1]' },
    { was: stdio, is: { ...stdio, cwd: '/' }, field: 'cwd' },
    { was: stdio, is: { ...stdio, env: { ...stdio.env, A: '2' } }, field: 'env.A' },
    { was: stdio, is: { ...stdio, env: { ...stdio.env, C: '2' } }, field: 'env.C' },
    {
      was: stdio,
      is: { ...stdio, env: { ...stdio.env, TOKEN: reference('KEY') } },
      field: 'env.TOKEN',
    },
    { was: stdio, is: { ...stdio, envPassthrough: ['SECRET'] }, field: 'envPassthrough[0]' },
    { was: http, is: { ...http, type: 'sse' }, field: 'type' },
    { was: http, is: { ...http, url: 'https://evil/mcp' }, field: 'url' },
    { was: http, is: { ...http, headers: { A: '2' } }, field: 'headers.A' },
    { was: http, is: { ...http, headersHelper: 'evil' }, field: 'headersHelper' },
    {
      was: http,
      is: { ...http, oauth: { clientId: 'd', callbackPort: 1 } },
      field: 'oauth.clientId',
    },
    { was: http, is: { ...http, tls: { ca: 'b' } }, field: 'tls.ca' },
  ])(
    'goes back to pending when $field changes, and to approved when it changes back',
    async ({ was, is, field }) => {
      await using workspace = await createWorkspace();
      await approve(workspace, was);
      await writeProject(workspace, was);
      expect(states(await workspace.load())).toEqual({ 'x (project)': 'runs' });
      await writeProject(workspace, is);
      const { setAside, mayConnect, servers } = await workspace.load();
      expect(servers).toEqual([]);
      expect(setAside).toMatchObject([{ status: 'pending-approval', changes: [{ field }] }]);
      expect(setAside[0]?.reason).toContain(field);
      await writeProject(workspace, was);
      const [back] = (await workspace.load()).servers;
      expect(back && (await mayConnect(back))).toEqual({ allowed: true });
    },
  );

  it('does not mind the order of keys, nor how the server is treated', async () => {
    await using workspace = await createWorkspace();
    await approve(workspace, stdio);
    const reordered = Object.fromEntries(Object.entries(stdio).reverse());
    await writeProject(workspace, { timeout: 5, ...reordered, tools: { exclude: ['*'] } });
    expect(states(await workspace.load())).toEqual({ 'x (project)': 'runs' });
  });

  it('compares names in their normalised form, and keeps look-alikes apart by content', async () => {
    await using workspace = await createWorkspace();
    await approve(workspace, stdio, 'a b');
    await approve(workspace, http, 'a_b');
    await workspace.write('project/.mcp.json', {
      mcpServers: { 'a.b': stdio, a_b: http, 'a b': http, c: stdio },
    });
    expect(states(await workspace.load())).toEqual({
      'a.b (project)': 'runs',
      'a_b (project)': 'runs',
      'a b (project)': 'runs',
      'c (project)': 'pending-approval',
    });
  });

  it('holds for one project, by its real path', async () => {
    await using workspace = await createWorkspace();
    await approve(workspace, stdio);
    await workspace.write('other/.mcp.json', { mcpServers: { x: stdio } });
    const other = await workspace.load({ projectRoot: '../other' });
    expect(states(other)).toEqual({ 'x (project)': 'pending-approval' });
  });

  it('keeps the differences in a private file without literal secrets', async () => {
    await using workspace = await createWorkspace();
    const secret = {
      url: 'https://user:password1@host/mcp?key=password2',
      headers: { Authorization: `password3 ${reference('TOKEN:-password4')}` },
      oauth: { clientSecret: 'password5' },
    };
    await approve(workspace, secret);
    const text = await readFile(workspace.paths.approvals, 'utf8');
    expect(text).not.toContain('password');
    expect((await stat(workspace.paths.approvals)).mode & 0o777).toBe(0o600);
    await writeProject(workspace, { ...secret, headers: { Authorization: reference('OTHER') } });
    const { setAside } = await workspace.load();
    const from = `***${reference('TOKEN:-***')}`;
    expect(setAside[0]?.changes).toEqual([
      { field: 'headers.Authorization', from, to: reference('OTHER') },
    ]);
  });
});

describe('fault 22: listing starts servers that are not approved', () => {
  it('reads a status and changes nothing, not even for a missing variable', async () => {
    await using workspace = await createWorkspace();
    const entry = { command: reference('UNSET'), args: [reference('file:secret')] };
    await writeProject(workspace, entry);
    const options = { paths: workspace.paths, projectRoot: workspace.project };
    await expect(getProjectServerStatus('x', configOf(entry), options)).resolves.toBe('pending');
    const { setAside, diagnostics } = await workspace.load();
    expect(setAside).toMatchObject([
      { status: 'pending-approval', code: 'TOOLPOOL_SERVER_PENDING_APPROVAL' },
    ]);
    expect(diagnostics).toEqual([]);
    await expect(stat(workspace.paths.stateDirectory)).rejects.toThrow('ENOENT');
  });
});

describe('fault 23: a project approves itself', () => {
  it('takes approvals from nothing inside the project', async () => {
    await using workspace = await createWorkspace();
    const settings = {
      enableAllProjectMcpServers: true,
      enabledMcpjsonServers: ['x'],
      skipDangerousModePermissionPrompt: true,
    };
    await workspace.write('project/.mcp.json', { mcpServers: { x: stdio }, ...settings });
    for (const file of [
      'settings.json',
      '.toolpool/settings.json',
      '.claude/settings.json',
      '.env',
    ]) {
      await workspace.write(`project/${file}`, settings);
    }
    const loaded = await workspace.load({ skipPermissions: true });
    expect(states(loaded)).toEqual({ 'x (project)': 'pending-approval' });
    expect(loaded.diagnostics).toMatchObject([{ code: 'TOOLPOOL_CONFIG_SKIP_IGNORED' }]);
  });

  it.each([
    { what: 'the setting source project', options: { settingSources: ['project'] as const } },
    { what: 'a decision of the caller', options: { approveForThisRun: () => true } },
  ])('approves by $what for this run, and stores nothing', async ({ options }) => {
    await using workspace = await createWorkspace();
    await writeProject(workspace, stdio);
    const { servers, mayConnect } = await workspace.load(options);
    expect(servers).toHaveLength(1);
    for (const server of servers) expect(await mayConnect(server)).toEqual({ allowed: true });
    expect(states(await workspace.load())).toEqual({ 'x (project)': 'pending-approval' });
  });

  it.each([
    { settings: { enabledMcpjsonServers: ['my server'] }, name: 'my_server', status: 'runs' },
    { settings: { enabledMcpjsonServers: ['other'] }, name: 'x', status: 'pending-approval' },
    { settings: { enableAllProjectMcpServers: true }, name: 'x', status: 'runs' },
    { settings: { skipDangerousModePermissionPrompt: true }, name: 'x', status: 'runs' },
    {
      settings: { enableAllProjectMcpServers: true, disabledMcpjsonServers: ['my server'] },
      name: 'my_server',
      status: 'rejected',
    },
  ])("obeys the user's own $settings", async ({ settings, name, status }) => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/settings.json', settings);
    await writeProject(workspace, stdio, name);
    const loaded = await workspace.load({ skipPermissions: true });
    expect(states(loaded)).toEqual({ [`${name} (project)`]: status });
  });

  it('counts settings and approvals only when their source may grant', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/settings.json', { enableAllProjectMcpServers: true });
    await approve(workspace, stdio);
    await writeProject(workspace, stdio);
    const status = async (...settingSources: ('user' | 'local')[]) =>
      Object.values(states(await workspace.load({ settingSources })))[0];
    expect(await status('user')).toBe('runs');
    expect(await status('local')).toBe('runs');
    expect(await status()).toBe('pending-approval');
  });

  it.each([
    { file: 'state/approvals.json', content: '{"version": 1, "projects"' },
    { file: 'state/approvals.json', content: { version: 2, projects: {} } },
    { file: 'settings.json', content: '{"enableAllProjectMcpServers": true,,}' },
    {
      file: 'settings.json',
      content: { enableAllProjectMcpServers: true, disabledMcpjsonServers: 'x' },
    },
  ])('approves nothing while $file is $content', async ({ file, content }) => {
    await using workspace = await createWorkspace();
    await writeProject(workspace, stdio);
    await approve(workspace, stdio);
    await workspace.write(`home/toolpool/${file}`, content);
    const loaded = await workspace.load({ settingSources: ['user', 'local', 'project'] });
    expect(states(loaded)).toEqual({ 'x (project)': 'pending-approval' });
    expect(loaded.diagnostics).toMatchObject([{ severity: 'error' }]);
  });

  it('never overwrites a damaged file of approvals', async () => {
    await using workspace = await createWorkspace();
    await workspace.write('home/toolpool/state/approvals.json', 'damaged');
    await expect(approve(workspace, stdio)).rejects.toMatchObject({
      code: 'TOOLPOOL_CONFIG_INVALID',
    });
    expect(await workspace.read('home/toolpool/state/approvals.json')).toBe('damaged');
  });
});

describe('rejectServers', () => {
  it('wins over everything, whatever the server launches, until it is approved', async () => {
    await using workspace = await createWorkspace();
    const { paths, project } = workspace;
    const shown = [{ name: 'x', config: configOf(stdio) }];
    await approveServers(shown, { paths, projectRoot: project });
    const changes = await rejectServers(shown, { paths, projectRoot: project });
    expect(changes).toEqual([
      { server: 'x', scope: 'project', file: paths.approvals, action: 'rejected' },
    ]);
    await writeProject(workspace, { ...stdio, command: 'other' });
    const all = {
      settingSources: ['user', 'local', 'project'] as const,
      approveForThisRun: () => true,
    };
    const rejected = await workspace.load(all);
    expect(rejected.setAside).toMatchObject([
      { status: 'rejected', code: 'TOOLPOOL_SERVER_REJECTED' },
    ]);
    await approve(workspace, { ...stdio, command: 'other' });
    expect(states(await workspace.load())).toEqual({ 'x (project)': 'runs' });
  });
});

describe('mayConnect', () => {
  it('reads approvals anew on each call', async () => {
    await using workspace = await createWorkspace();
    const { paths, project } = workspace;
    await approve(workspace, stdio);
    await writeProject(workspace, stdio);
    const { servers, mayConnect } = await workspace.load();
    const [server] = servers;
    if (server === undefined) throw new Error('The server is missing.');
    expect(await mayConnect(server)).toEqual({ allowed: true });
    await rejectServers([server], { paths, projectRoot: project });
    expect(await mayConnect(server)).toMatchObject({ allowed: false, status: 'rejected' });
    await approveServers([server], { paths, projectRoot: project });
    expect(await mayConnect(server)).toEqual({ allowed: true });
    await chmod(paths.approvals, 0o600);
    await workspace.write('home/toolpool/state/approvals.json', '');
    expect(await mayConnect(server)).toMatchObject({
      allowed: false,
      status: 'pending-approval',
      code: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
    });
  });

  it('decides about the launch it is given, not about its name or its hash', async () => {
    await using workspace = await createWorkspace();
    await approve(workspace, stdio);
    await writeProject(workspace, stdio);
    const { servers, mayConnect } = await workspace.load();
    const config = configOf({ ...stdio, command: 'evil' });
    for (const server of servers) {
      expect(await mayConnect({ ...server, config })).toMatchObject({ allowed: false });
      expect(await mayConnect({ ...server, config, scope: 'user' })).toEqual({ allowed: true });
    }
  });
});
