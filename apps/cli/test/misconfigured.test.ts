import { describe, expect, it } from 'vitest';
import { createProject } from './cli-project.ts';

const reference = (body: string): string => `\${${body}}`;
const asks = { url: `http://127.0.0.1:9/${reference('input:key')}` };

describe('a server whose secret nobody can be asked for', () => {
  it('is misconfigured everywhere, and says what to do', async () => {
    await using project = createProject({ '../home/mcp.json': { mcpServers: { asks } } });
    const status = { name: 'asks', status: 'misconfigured', reason: expect.stringMatching(/key/) };
    expect((await project.cli(['list', '--json'])).json()).toMatchObject({ servers: [status] });
    expect((await project.cli(['get', 'asks', '--json'])).json()).toMatchObject(status);
    expect((await project.cli(['list'])).stdout).toContain('misconfigured');
    const { findings }: { findings: readonly object[] } = (
      await project.cli(['doctor', '--json'])
    ).json();
    expect(findings).toContainEqual(
      expect.objectContaining({
        server: 'asks',
        code: 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE',
        fix: expect.stringMatching(/\w/),
      }),
    );
  });
});

describe('what keeps a server from running', () => {
  const entry = { url: 'http://127.0.0.1:9/' };
  it.each([
    { why: 'rejected', settings: { disabledMcpjsonServers: ['x'] }, hint: 'toolpool approve x' },
    { why: 'disabled', fields: { disabled: true }, hint: 'toolpool enable x' },
    { why: 'pending', hint: 'toolpool approve x' },
  ])('comes with a hint: $why', async ({ settings = {}, fields = {}, hint }) => {
    await using project = createProject({
      '../home/settings.json': settings,
      '.mcp.json': { mcpServers: { x: { ...entry, ...fields } } },
    });
    const result = await project.cli(['call', 'x/tool', '--json']);
    expect(result.code).toBe(5);
    expect(result.json()).toMatchObject({ error: { hint: expect.stringContaining(hint) } });
  });

  it('comes with a hint: a variable is missing', async () => {
    const url = `http://127.0.0.1:9/${reference('NO_SUCH_VARIABLE')}`;
    await using project = createProject({ '../home/mcp.json': { mcpServers: { x: { url } } } });
    const result = await project.cli(['call', 'x/tool', '--json']);
    expect(result.json()).toMatchObject({ error: { hint: expect.stringContaining(':-default') } });
  });

  it('is told with its place once', async () => {
    await using project = createProject({ '.mcp.json': '{"mcpServers": {]' });
    const { stderr } = await project.cli(['list', '--offline']);
    expect(stderr.match(/\.mcp\.json/g)).toHaveLength(1);
    expect(stderr).toContain('.mcp.json:1:17: unexpected "]".');
  });
});

it('takes --yes to forget decisions, as to make them', async () => {
  await using project = createProject();
  expect((await project.cli(['reset-approvals', '--yes'])).code).toBe(0);
});
