import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';
import { ChangedShape, DoctorShape, ErrorShape } from './shapes.ts';

const cursor = {
  mcpServers: {
    docs: { url: 'http://127.0.0.1:1/mcp', envFile: '.env' },
    mine: { command: 'theirs' },
  },
};

describe('import', () => {
  it('copies the servers of another host into the user scope and reports what it left out', async () => {
    await using project = createProject({ '../home/mcp.json': { mcpServers: {} } });
    project.write(`${project.home}/mcp.json`, { mcpServers: { mine: { command: 'mine' } } });
    project.write(`${project.home}/.cursor/mcp.json`, cursor);
    const env = { HOME: project.home };
    const result = await project.cli(['import', 'cursor', '--json'], { env });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const { changed, diagnostics } = ChangedShape.parse(result.json());
    expect(changed).toMatchObject([{ server: 'docs', scope: 'user', action: 'added' }]);
    expect(diagnostics).toMatchObject([
      { code: 'TOOLPOOL_IMPORT_FIELD_LOST', server: 'docs', field: 'envFile', line: 5 },
      { code: 'TOOLPOOL_IMPORT_CLASH', server: 'mine' },
    ]);
    expect(JSON.parse(project.read(`${project.home}/mcp.json`)).mcpServers).toEqual({
      mine: { command: 'mine' },
      docs: { url: 'http://127.0.0.1:1/mcp' },
    });
    const again = await project.cli(['import', 'cursor'], { env });
    expect(again).toMatchObject({ code: 0, stdout: '' });
    expect(again.stderr).toContain('Nothing has changed.');
    expect(again.stderr).toContain('It is left as it is.');
  });

  it('writes into the scope that it is told', async () => {
    await using project = createProject();
    project.write(`${project.home}/.cursor/mcp.json`, cursor);
    const words = ['import', 'cursor', '-s', 'project', '--json'];
    const result = await project.cli(words, { env: { HOME: project.home } });
    expect(ChangedShape.parse(result.json()).changed).toMatchObject([
      { server: 'docs', scope: 'project', status: 'pending-approval' },
      { server: 'mine', scope: 'project', status: 'pending-approval' },
    ]);
  });

  it.each([
    { words: ['import', 'curser'], hint: 'cursor' },
    { words: ['import', 'emacs'], hint: 'claude-code' },
    { words: ['import', 'codex'], hint: '.codex' },
    { words: ['import', 'cursor', '-s', 'plugin'], hint: 'local' },
  ])('refuses $words with a hint', async ({ words, hint }) => {
    await using project = createProject();
    const env = { HOME: project.home };
    const result = await project.cli([...words, '--json'], { env });
    expect(result.code).toBe(2);
    expect(ErrorShape.parse(result.json()).error.hint).toContain(hint);
  });
});

describe('doctor', () => {
  it('tells each thing once, with its place and a fix', async () => {
    await using project = createProject({ 'toolpool.config.json': '{\n  "imports": []\n}' });
    project.write(
      `${project.home}/mcp.json`,
      '{"mcpServers": {\n  "gone": {\n    "command": "no-such-command-anywhere"}}}',
    );
    project.write(`${project.home}/settings.json`, '{\n  "enableAllProjectMcpServers": true}');
    for (const words of [['doctor'], ['doctor', '--offline']]) {
      const { findings } = DoctorShape.parse((await project.cli([...words, '--json'])).json());
      const told = findings.map(({ code, line, column }) => [code, line, column]);
      expect(told).toEqual([
        ['TOOLPOOL_NODE_VERSION', null, null],
        ['TOOLPOOL_SETTINGS_KEY_REFUSED', 2, 3],
        ['TOOLPOOL_SETTINGS_TRUST_UNSEEN', 2, 3],
        ['TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND', 3, 5],
      ]);
      expect(findings.slice(1).every(({ fix }) => fix !== null)).toBe(true);
    }
  });
});
