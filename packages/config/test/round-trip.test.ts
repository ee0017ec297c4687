import { describe, expect, it } from 'vitest';
import {
  addServer,
  approveServers,
  type EditableScope,
  removeServer,
  type ServerConfig,
} from '../src/index.ts';
import { createWorkspace, reference, type Workspace } from './workspace.ts';

const common = { timeout: 5, idleTimeout: 0, connectTimeout: 9, alwaysLoad: true, 'x-vendor': [1] };

/** One entry of each transport, with every field that it has. */
const entries: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stdio: {
    type: 'stdio',
    command: 'node',
    args: ['a b', '--x=', reference('HOME'), ''],
    env: { A: 'x "y" \u2028 \\ \u00e9', B: reference('B:-none') },
    cwd: '..',
    envPassthrough: ['LANG'],
    ...common,
  },
  'stdio without a type': { command: 'node', cwd: '/w' },
  http: {
    type: 'http',
    url: 'https://h.example/mcp?a=1#b',
    headers: { Authorization: `Bearer ${reference('TOKEN:-none')}` },
    headersHelper: 'helper --now',
    oauth: {
      clientId: 'c',
      clientSecret: reference('SECRET:-none'),
      callbackPort: 7,
      authServerMetadataUrl: 'https://a.example/',
      scopes: 'a b',
    },
    tls: { ca: './ca.pem', cert: 'cert.pem', key: '/key.pem' },
    ...common,
  },
  'http of another name': { type: 'streamable-http', url: 'https://h.example/' },
  'a URL': { url: 'https://h.example/', tools: { include: ['a*'], exclude: ['b'] } },
  sse: { type: 'sse', url: 'https://h.example/sse', headers: { A: 'b' }, ...common },
  ws: { type: 'ws', url: 'wss://h.example/', headers: { A: 'b' }, headersHelper: 'x', ...common },
  'sse-ide': {
    type: 'sse-ide',
    url: 'http://127.0.0.1:1/',
    ideName: 'i',
    authToken: 't',
    ...common,
  },
  'ws-ide': { type: 'ws-ide', url: 'ws://127.0.0.1:1/', ideName: 'i', ...common },
  sdk: { type: 'sdk', name: 's', ...common },
  'claudeai-proxy': { type: 'claudeai-proxy', url: 'https://p.example/', id: 'x', ...common },
};
const scopes: readonly EditableScope[] = ['local', 'project', 'user'];
const cases = Object.keys(entries).flatMap((kind) => scopes.map((scope) => ({ kind, scope })));

/** What stands in a file before, in the ways that people write. */
function existing(scope: EditableScope, { project }: Workspace): string {
  const servers = `"mcpServers": {
    // the first
    "a-first": {"command": "a",   "x-own": [1,2,], },
\t/* last */ "z-last": { "url": "" } // end
  },`;
  const own =
    scope === 'local' ? `"projects": {${JSON.stringify(project)}: {${servers}}},` : servers;
  return `\ufeff// kept\r\n{\r\n  "$schema": "x",\r\n  ${own} "more": null\r\n}\r\n\r\n`;
}

describe('fault 3: what one verb writes, another does not read', () => {
  it.each(cases)(
    'reads and removes $kind in the $scope scope, to the byte',
    async ({ kind, scope }) => {
      await using workspace = await createWorkspace();
      const { paths, project: projectRoot } = workspace;
      const entry = entries[kind] ?? {};
      const files = {
        local: 'home/toolpool/state/local-servers.json',
        project: 'project/.mcp.json',
        user: 'home/toolpool/mcp.json',
      };
      const before = existing(scope, workspace);
      await workspace.write(files[scope], before);
      const options = { paths, projectRoot, scope, name: 'm \u00e9.x' };

      const change = await addServer({ ...options, entry });
      expect(change).toMatchObject({ scope, action: 'added' });
      if (scope === 'project') {
        const { setAside } = await workspace.load();
        const pending = setAside.find(({ name }) => name === options.name);
        const { config } = pending ?? {};
        if (config === undefined) throw new Error('The entry is not listed.');
        await approveServers([{ name: options.name, config }], options);
      }
      const loaded = await workspace.load();
      const server = loaded.servers.find(({ name }) => name === options.name);
      expect(server).toMatchObject({ scope, source: { file: change.file } });
      expect(server?.source.line).toBeGreaterThan(1);
      expect(asWritten(server?.config, entry)).toEqual(entry);
      const about = loaded.diagnostics.filter(({ server: name }) => name === options.name);
      expect(about).toEqual([]);

      expect(await removeServer(options)).toMatchObject({ action: 'removed', file: change.file });
      expect(await workspace.read(files[scope])).toBe(before);
    },
  );

  it('leaves a file of its own empty', async () => {
    await using workspace = await createWorkspace();
    const options = { paths: workspace.paths, projectRoot: workspace.project, name: 'x' };
    for (const scope of scopes) {
      await addServer({ ...options, scope, entry: { command: 'x' } });
      await removeServer({ ...options, scope });
    }
    expect(JSON.parse(await workspace.read('home/toolpool/mcp.json'))).toEqual({ mcpServers: {} });
  });
});

/** Without what reading fills in: a type, and arguments. */
function asWritten(
  config: ServerConfig | undefined,
  entry: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = Object.entries({ ...config }).filter(([name]) => name in entry);
  return { ...Object.fromEntries(fields), ...('type' in entry && { type: entry.type }) };
}
