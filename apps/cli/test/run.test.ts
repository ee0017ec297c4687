import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

const cwd = join(tmpdir(), 'toolpool-run-test', 'project');
mkdirSync(cwd, { recursive: true });

describe('run', () => {
  it('prints the help with every command', async () => {
    const { code, stdout, stderr } = await runCli(['--help'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await expect(stdout).toMatchFileSnapshot('snapshots/help.txt');
  });

  it.each([
    'add',
    'add-json',
    'list',
    'get',
    'remove',
    'approve',
    'reject',
    'tools',
    'tool',
    'call',
    'resources',
    'read',
    'prompts',
    'prompt',
    'status',
    'plugins',
    'doctor',
    'demo',
  ])('prints the help of %s with examples', async (command) => {
    const { code, stdout } = await runCli([command, '--help'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain('--json');
  });

  it('prints its version', async () => {
    const { code, stdout } = await runCli(['--version'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('explains itself on stderr when no command is given', async () => {
    const { code, stdout, stderr } = await runCli([], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: toolpool');
  });

  it.each([
    { argv: ['tols'], message: "Unknown command 'tols'.", hint: 'Did you mean tools?' },
    { argv: ['login'], message: "Unknown command 'login'.", hint: 'See toolpool --help.' },
    { argv: ['serve'], message: "Unknown command 'serve'.", hint: 'See toolpool --help.' },
    { argv: ['list', '--ofline'], message: "Unknown option '--ofline'.", hint: '--offline' },
    { argv: ['list', '--jso'], message: "Unknown option '--jso'.", hint: '--json' },
    { argv: ['get'], message: "Missing required argument 'name'.", hint: '--help' },
    { argv: ['list', 'extra'], message: 'Too many arguments', hint: '--help' },
    { argv: ['list', '--timeout', 'soon'], message: '"soon" is not a duration.', hint: '30s' },
    { argv: ['list', '--setting-sources', 'all'], message: 'not a setting source', hint: 'user' },
    { argv: ['list', '--server-url', 'http://x', '--server-cmd', 'y'], message: 'one', hint: '' },
    { argv: ['list', '--server-cmd', 'a "b'], message: 'not a command line', hint: 'Quote' },
    { argv: ['call', 'adhoc/x', '--server-url', 'notaurl'], message: 'no URL', hint: 'https://' },
    { argv: ['add', '', '--', 'node', 'x'], message: 'must not be empty', hint: 'name' },
    { argv: ['add-json', '-s', 'user', '', '{"command":"x"}'], message: 'empty', hint: 'name' },
    { argv: ['add', 'a\u200b', '--', 'node'], message: 'a\\u{200b}', hint: 'letters' },
    { argv: ['list', '--project', '/no/such'], message: 'no project folder', hint: '' },
  ])('exits 2 for $argv', async ({ argv, message, hint }) => {
    const { code, stdout, stderr } = await runCli(argv, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it('exits 2 for a plugin that is not there, after a listing and before a call', async () => {
    const plugin = ['--plugin', './missing', '--json'];
    const listing = await runCli(['list', '--offline', ...plugin], { cwd });
    expect(listing.code).toBe(2);
    expect(listing.json()).toMatchObject({
      servers: [],
      diagnostics: [{ code: 'TOOLPOOL_PLUGIN_NOT_FOUND' }],
    });
    const strict = await runCli(['list', '--offline', '--strict-mcp-config', ...plugin], { cwd });
    expect(strict.stdout).toContain('The servers of --plugin are left out');
    const call = await runCli(['call', 'a/echo', ...plugin], { cwd });
    expect(call.code).toBe(2);
    expect(call.json()).toMatchObject({ error: { code: 'TOOLPOOL_PLUGIN_NOT_FOUND' } });
  });

  it.each([['{"url":"nowhere"}'], ['[]'], ['{"command":1}']])(
    'ends the message about the entry %s with one full stop',
    async (entry) => {
      const { code, stderr } = await runCli(['add-json', 'a', entry], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(/[^.]\. \(TOOLPOOL_USAGE\)/);
    },
  );

  it('prints failures as JSON alone on stdout under --json', async () => {
    const result = await runCli(['tols', '--json'], { cwd });
    expect(result.code).toBe(2);
    expect(result.stderr).toBe('');
    expect(result.json()).toEqual({
      error: {
        code: 'TOOLPOOL_USAGE',
        message: "Unknown command 'tols'.",
        server: null,
        hint: 'Did you mean tools?',
      },
    });
  });
});
