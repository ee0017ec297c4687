import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';
import { DoctorShape, ErrorShape, GetShape, ListShape, ToolsShape } from './shapes.ts';

describe('list --offline', () => {
  it('shows every entry with its status, in the order of names', async () => {
    await using project = createProject({
      '.mcp.json': {
        mcpServers: {
          waiting: { command: 'x' },
          bad: { command: 'x', args: true },
          empty: { url: '' },
        },
      },
      '../home/mcp.json': {
        mcpServers: {
          user: { command: 'x' },
          misconfigured: { command: '${NO_SUCH_VARIABLE}' },
          off: { command: 'x', disabled: true },
        },
      },
    });
    const result = await project.cli(['list', '--offline', '--json']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const { servers, diagnostics } = ListShape.parse(result.json());
    expect(servers.map(({ name, status, scope }) => [name, status, scope])).toEqual([
      ['bad', 'invalid', 'project'],
      ['empty', 'not-configured', 'project'],
      ['misconfigured', 'misconfigured', 'user'],
      ['off', 'disabled', 'user'],
      ['user', 'pending', 'user'],
      ['waiting', 'pending-approval', 'project'],
    ]);
    expect(diagnostics).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ server: 'bad', field: 'args', line: expect.any(Number) }),
        expect.objectContaining({ code: 'TOOLPOOL_CONFIG_VARIABLE_MISSING' }),
      ]),
    );
  });

  it('tells line and column of a file that is no JSON, and shows the others', async () => {
    await using project = createProject({
      '.mcp.json': '{\n  "mcpServers": {\n    "a": { "command": }\n  }\n}\n',
      '../home/mcp.json': { mcpServers: { good: { command: 'x' } } },
    });
    const { code, stdout, stderr } = await project.cli(['list', '--offline']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^good /m);
    expect(stderr).toMatch(/error: .*\.mcp\.json:3:23: /);
    const { findings } = DoctorShape.parse(
      (await project.cli(['doctor', '--offline', '--json'])).json(),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'TOOLPOOL_CONFIG_SYNTAX',
        file: expect.stringMatching(/\.mcp\.json$/),
        line: 3,
        column: 23,
        fix: expect.any(String),
      }),
    );
  });

  it('fits the terminal and keeps every cell whole in a pipe', async () => {
    const name = 'a-server-with-a-rather-long-name-indeed';
    await using project = createProject({
      '../home/mcp.json': { mcpServers: { [name]: { command: 'x' } } },
    });
    const piped = await project.cli(['list', '--offline']);
    expect(piped.stdout).toContain(name);
    const seen = await project.cli(['list', '--offline'], { terminal: { columns: 72 } });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
    const lines = seen.stdout.replace(/\u001b\[\d+m/g, '').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(72);
  });

  it('takes servers of files, JSON and words for one run', async () => {
    await using project = createProject({
      'extra.json': { mcpServers: { file: { command: 'x' } } },
      '../home/mcp.json': { mcpServers: { user: { command: 'x' } } },
    });
    const options = [
      '--mcp-config',
      'extra.json',
      '--mcp-server',
      '{"mcpServers":{"j":{"url":"http://a"}}}',
    ];
    const adHoc = ['--server-cmd', `node 'my server.mjs' --flag "a b"`, '--name', 'words'];
    const names = async (...words: string[]) => {
      const result = await project.cli([...words, 'list', '--offline', '--json']);
      return ListShape.parse(result.json()).servers.map(({ name }) => name);
    };
    expect(await names(...options, ...adHoc)).toEqual(['file', 'j', 'user', 'words']);
    expect(await names(...options, '--strict-mcp-config')).toEqual(['file', 'j']);
    expect(await names('--server-url', 'http://127.0.0.1:1')).toEqual(['adhoc', 'user']);
    const get = await project.cli(['get', 'words', '--offline', '--json', ...adHoc]);
    expect(GetShape.parse(get.json()).config).toMatchObject({
      command: 'node',
      args: ['my server.mjs', '--flag', 'a b'],
    });
  });

  it.each(['no-such-file.json', '{"mcpServers": ', '[]'])(
    'exits 2 for an unreadable --mcp-config: %s',
    async (text) => {
      await using project = createProject();
      const result = await project.cli(['list', '--offline', '--json', '--mcp-config', text]);
      expect(result.code).toBe(2);
      ErrorShape.parse(result.json());
    },
  );

  it('takes global options before and after the command', async () => {
    await using project = createProject();
    for (const words of [
      ['--json', 'list', '--offline'],
      ['list', '--json', '--offline'],
      ['list', '--offline', '--json'],
      ['--project', '.', 'list', '--offline', '--json'],
    ]) {
      expect((await project.cli(words)).stdout).toBe('{"servers":[]}\n');
    }
  });

  it('refuses a home inside the project', async () => {
    await using project = createProject({ '.mcp.json': { mcpServers: {} } });
    const env = { TOOLPOOL_HOME: `${project.root}/.home` };
    const result = await project.cli(['list', '--offline', '--json'], { env });
    expect(result.code).toBe(2);
    expect(ErrorShape.parse(result.json()).error.code).toBe('TOOLPOOL_CONFIG_HOME_REFUSED');
  });
});

describe('get --offline', () => {
  it('shows the entry as it is written', async () => {
    const entry = { command: 'x', env: { TOKEN: '${SECRET}' }, 'x-vendor': 1 };
    await using project = createProject({ '.mcp.json': { mcpServers: { waiting: entry } } });
    const env = { SECRET: 'canary-value' };
    const result = await project.cli(['get', 'waiting', '--offline', '--json'], { env });
    const details = GetShape.parse(result.json());
    expect(details).toMatchObject({ status: 'pending-approval', config: entry });
    expect(result.stdout).not.toContain('canary-value');
  });

  it('exits 2 for an unknown name, with the one that may be meant', async () => {
    await using project = createProject({
      '.mcp.json': { mcpServers: { docs: { command: 'x' } } },
    });
    const result = await project.cli(['get', 'dcos', '--json']);
    expect(result.code).toBe(2);
    expect(ErrorShape.parse(result.json()).error.hint).toBe('Did you mean docs?');
  });
});

describe('tools --offline', () => {
  it('says of every server that it gives no tools', async () => {
    await using project = createProject({
      '.mcp.json': { mcpServers: { docs: { command: 'x' } } },
    });
    const { tools, failed } = ToolsShape.parse(
      (await project.cli(['tools', '--offline', '--json'])).json(),
    );
    expect({ tools, failed }).toMatchObject({
      tools: [],
      failed: [{ server: 'docs', status: 'pending-approval' }],
    });
  });
});
