import { processesWithMarker, temporaryDirectory, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../src/commands.ts';

const run = (script: string, more: object = {}) =>
  runCommand(process.execPath, ['-e', script, 'a b', '$HOME'], {
    cwd: '/',
    env: { PATH: process.env.PATH },
    timeoutMs: 30_000,
    maxBytes: 100,
    ...more,
  });

describe('runCommand', () => {
  it('gives what the program prints, in its folder and with its arguments as they are', async () => {
    await using directory = temporaryDirectory();
    const script =
      "console.log(process.cwd(), process.argv.slice(1).join('|')); console.error('x')";
    const { path } = directory;
    expect(await run(script, { cwd: path })).toEqual({ output: `${path} a b|$HOME\n` });
  });

  it.each([
    ["console.log('secret'.repeat(100))", 'printed too much'],
    ["console.log('secret'); process.exit(3)", 'ended with the exit code 3'],
    ["process.kill(process.pid, 'SIGTERM')", 'ended with SIGTERM'],
  ])('says in words what is wrong: %s', async (script, problem) => {
    expect(await run(script)).toEqual({ problem, cause: undefined });
  });

  it('says that a program is not there', async () => {
    const limits = { cwd: '/', env: {}, timeoutMs: 1_000, maxBytes: 1 };
    expect(await runCommand('/no/such/program', [], limits)).toMatchObject({
      problem: 'could not be started',
      cause: { code: 'ENOENT' },
    });
  });

  it.skipIf(process.platform !== 'linux')(
    'ends the whole group once the time is over',
    async () => {
      const marker = `run-command-${process.pid}`;
      const child =
        "require('child_process').spawn('sleep', ['60'], {stdio:'ignore'}); setInterval(() => {}, 1000)";
      const env = { PATH: process.env.PATH, TOOLPOOL_TEST_MARKER: marker };
      const running = run(child, { env, timeoutMs: 1_500 });
      await waitUntil(() => processesWithMarker(marker).length > 0);
      expect(await running).toMatchObject({ problem: 'took longer than 1.5 s' });
      await waitUntil(() => processesWithMarker(marker).length === 0);
    },
  );
});
