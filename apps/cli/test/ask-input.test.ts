import { expect, it } from 'vitest';
import { createProject } from './cli-project.ts';

const entry = {
  command: process.execPath,
  args: ['-e', 'console.error("got", process.argv[1].length); process.exit(3)', '${input:token}'],
};

it('asks for an input on a terminal, and never shows the answer', async () => {
  await using project = createProject({ '../home/mcp.json': { mcpServers: { a: entry } } });
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const terminal = { columns: 200 };
  const result = await project.cli(['list'], { env, terminal, input: 'hunter2\n' });
  expect(result.stderr).toContain('asks for "token":');
  expect(result.stdout).toContain('got 7');
  expect(result.stdout + result.stderr).not.toContain('hunter2');
});

it('asks nobody in a pipe, and says what to do', async () => {
  await using project = createProject({ '../home/mcp.json': { mcpServers: { a: entry } } });
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const result = await project.cli(['doctor', '--json'], { env, input: 'hunter2\n' });
  expect(result.stderr).not.toContain('asks for');
  expect(result.json()).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({
        code: 'TOOLPOOL_CONFIG_SECRET_UNAVAILABLE',
        server: 'a',
        fix: expect.stringMatching(/keychain|terminal/),
      }),
    ]),
  });
});
