import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';
import { ChangedShape, ErrorShape } from './shapes.ts';

describe('add', () => {
  const options = [
    ['-s', 'project'],
    ['-e', 'K=V'],
    ['--env', 'A=B=C'],
  ];
  const orders = [
    [...options.flat(), 'files'],
    ['files', ...options.flat()],
    [...(options[0] ?? []), 'files', ...(options[1] ?? []), ...(options[2] ?? [])],
    [...(options[1] ?? []), ...(options[2] ?? []), 'files', ...(options[0] ?? [])],
  ];
  it.each(orders.map((words) => ({ words })))(
    'fault 29: takes one value per option in $words',
    async ({ words }) => {
      await using project = createProject();
      const result = await project.cli(['add', ...words, '--', 'server', '-e', 'X=Y', '--json']);
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(project.read('.mcp.json'))).toEqual({
        mcpServers: {
          files: { command: 'server', args: ['-e', 'X=Y', '--json'], env: { K: 'V', A: 'B=C' } },
        },
      });
    },
  );

  it.each([
    ['add', '-H', 'A: 1', 'docs', '-H', 'B: 2:3', 'http://127.0.0.1:1/mcp', '-t', 'http'],
    ['add', 'docs', 'http://127.0.0.1:1/mcp', '-t', 'http', '-H', 'A: 1', '-H', 'B: 2:3'],
    ['add', '-t', 'http', '-H', 'A: 1', '-H', 'B: 2:3', 'docs', 'http://127.0.0.1:1/mcp'],
  ])('fault 29: repeats headers in any order (%#)', async (...words) => {
    await using project = createProject();
    expect((await project.cli(['-s', 'x'].slice(2).concat(words, '-s', 'user'))).code).toBe(0);
    expect(JSON.parse(project.read(join(project.home, 'mcp.json')))).toEqual({
      mcpServers: {
        docs: { type: 'http', url: 'http://127.0.0.1:1/mcp', headers: { A: '1', B: '2:3' } },
      },
    });
  });

  it('writes the local scope by default, and says where', async () => {
    await using project = createProject();
    const result = await project.cli(['add', 'docs', 'https://example.com/mcp', '--json']);
    const { changed } = ChangedShape.parse(result.json());
    expect(changed).toMatchObject([
      { server: 'docs', scope: 'local', action: 'added', status: 'pending' },
    ]);
    expect(project.exists(changed[0]?.file ?? '')).toBe(true);
    expect(project.exists('.mcp.json')).toBe(false);
    const text = await project.cli(['add', 'more', 'https://example.com/2']);
    expect(text.stdout).toContain(`Added more (local): ${changed[0]?.file}`);
  });

  it('leaves a server of the project waiting for approval', async () => {
    await using project = createProject();
    const result = await project.cli(['add', '-s', 'project', 'x', '--json', '--', 'server']);
    expect(ChangedShape.parse(result.json()).changed[0]?.status).toBe('pending-approval');
  });

  it('writes timeout, folder and OAuth client', async () => {
    await using project = createProject();
    await project.cli(['add', 'a', '-s', 'user', '--timeout', '30s', '--cwd', '/srv', '--', 'x']);
    const oauth = ['--client-id', 'me', '--callback-port', '4000'];
    await project.cli(['add', 'b', 'wss://example.com', '-s', 'user', '--timeout', '2m']);
    await project.cli(['add', 'c', 'https://example.com', '-s', 'user', ...oauth]);
    expect(JSON.parse(project.read(join(project.home, 'mcp.json'))).mcpServers).toEqual({
      a: { command: 'x', cwd: '/srv', timeout: 30_000 },
      b: { type: 'ws', url: 'wss://example.com', timeout: 120_000 },
      c: { url: 'https://example.com', oauth: { clientId: 'me', callbackPort: 4000 } },
    });
  });

  it.each([
    { words: ['x'], message: 'missing' },
    { words: ['x', 'npx'], message: 'not a URL' },
    { words: ['x', '--'], message: 'no command' },
    { words: ['x', 'http://a', '--', 'b'], message: 'before --' },
    { words: ['x', '-t', 'http', '--', 'b'], message: 'stdio' },
    { words: ['x', 'http://a', '-t', 'pigeon'], message: 'Unsupported server type: pigeon' },
    { words: ['x', 'http://a', '-e', 'K=V'], message: '--env belongs to a command' },
    { words: ['x', '-H', 'A: 1', '--', 'b'], message: '--header belongs to a URL' },
    { words: ['x', '-e', 'nothing', '--', 'b'], message: 'K=V' },
    { words: ['x', '-s', 'global', '--', 'b'], message: 'not a scope' },
    { words: ['x', 'http://a', '--callback-port', '0'], message: 'callbackPort' },
  ])('exits 2 for add $words and writes nothing', async ({ words, message }) => {
    await using project = createProject();
    const { code, stderr } = await project.cli(['add', ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    const list = await project.cli(['list', '--offline', '--json']);
    expect(list.json()).toEqual({ servers: [] });
  });

  it('refuses a name that is there, unless forced', async () => {
    await using project = createProject();
    await project.cli(['add', '-s', 'user', 'x', '--', 'one']);
    const refused = await project.cli(['add', '-s', 'user', 'x', '--json', '--', 'two']);
    expect(refused.code).toBe(2);
    expect(ErrorShape.parse(refused.json()).error.code).toBe('TOOLPOOL_SERVER_EXISTS');
    const forced = await project.cli(['add', '-s', 'user', '--force', 'x', '--json', '--', 'two']);
    expect(ChangedShape.parse(forced.json()).changed[0]?.action).toBe('replaced');
    expect(project.read(join(project.home, 'mcp.json'))).toContain('"two"');
  });

  it('tells line and column of a broken file and leaves it alone', async () => {
    const broken = '{\n  "mcpServers": {\n    "a": { "command" "x" }\n  }\n}\n';
    await using project = createProject({ '.mcp.json': broken });
    const { code, stderr } = await project.cli(['add', '-s', 'project', 'b', '--', 'x']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\.mcp\.json:3:22|line 3/);
    expect(project.read('.mcp.json')).toBe(broken);
  });
});

describe('add-json', () => {
  it('writes the entry with keys that no schema knows', async () => {
    await using project = createProject();
    const entry = { type: 'stdio', command: 'x', 'x-vendor': { a: [1] } };
    const result = await project.cli(['add-json', 'x', JSON.stringify(entry), '-s', 'user']);
    expect(result.code).toBe(0);
    expect(JSON.parse(project.read(join(project.home, 'mcp.json'))).mcpServers.x).toEqual(entry);
  });

  it.each([
    '{',
    '[]',
    '{"command": 1}',
    '{"command": "x", "url": "http://a"}',
    '{"type": "smoke"}',
  ])('exits 2 for %s', async (json) => {
    await using project = createProject();
    const result = await project.cli(['add-json', 'x', json, '--json']);
    expect(result.code).toBe(2);
    expect(ErrorShape.parse(result.json()).error.code).toBe('TOOLPOOL_USAGE');
  });
});

describe('remove', () => {
  it('removes from the only scope that has the name', async () => {
    await using project = createProject();
    await project.cli(['add', '-s', 'user', 'x', '--', 'one']);
    const result = await project.cli(['remove', 'x', '--json']);
    expect(ChangedShape.parse(result.json()).changed).toMatchObject([
      { server: 'x', scope: 'user', action: 'removed', status: null },
    ]);
  });

  it('exits 2 when two scopes have the name, until one is named', async () => {
    await using project = createProject();
    await project.cli(['add', '-s', 'user', 'x', '--', 'one']);
    await project.cli(['add', '-s', 'project', 'x', '--', 'two']);
    const refused = await project.cli(['remove', 'x', '--json']);
    expect(refused.code).toBe(2);
    expect(ErrorShape.parse(refused.json()).error.code).toBe('TOOLPOOL_SERVER_AMBIGUOUS');
    expect((await project.cli(['remove', 'x', '-s', 'project'])).code).toBe(0);
    expect(project.read('.mcp.json')).not.toContain('two');
    expect(project.read(join(project.home, 'mcp.json'))).toContain('one');
  });

  it('exits 2 for a name that nothing has, with the one that may be meant', async () => {
    await using project = createProject();
    await project.cli(['add', '-s', 'user', 'filesystem', '--', 'x']);
    const { code, stderr } = await project.cli(['remove', 'filesystm']);
    expect(code).toBe(2);
    expect(stderr).toContain('filesystem');
  });
});
