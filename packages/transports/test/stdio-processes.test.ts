import { readdirSync, readlinkSync } from 'node:fs';
import {
  processesWithMarker,
  processStatus,
  temporaryDirectory,
  waitUntil,
} from '@toolpool/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { STUBBORN_GRANDCHILD, startShell, timed } from './shell-fixture.ts';
import { startFixture, startScript, startStdio } from './stdio-fixture.ts';

const ROUNDS = process.env.TOOLPOOL_SOAK === '1' ? 1000 : 50;
const AT_ONCE = 25;

const openFiles = () => readdirSync('/proc/self/fd').length;

describe('the processes of a stdio server', () => {
  afterEach(() => vi.useRealTimers());

  it(`P1: nothing is left of ${ROUNDS} servers with a launcher and a grandchild`, async () => {
    const env = { P1_TEST: String(process.pid) };
    const up = '{"jsonrpc":"2.0","method":"up"}';
    const script = `${STUBBORN_GRANDCHILD} echo '${up}'; cat >/dev/null`;
    const args = ['-c', 'sh -c "$0"; true', script];
    const round = async () => {
      const server = await startStdio({ type: 'stdio', command: 'sh', args, env });
      await waitUntil(() => server.messages.length === 1);
      await server.transport.close();
    };
    await round();
    const before = openFiles();
    for (let done = 0; done < ROUNDS; done += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, round));
    }
    expect(processesWithMarker(`P1_TEST=${process.pid}`)).toEqual([]);
    expect(Math.abs(openFiles() - before)).toBeLessThanOrEqual(2);
  }, 1_000_000);

  it('P3, F7: a hundred that ignore every signal are gone within the one deadline', async () => {
    const servers = await Promise.all(
      Array.from({ length: 100 }, () =>
        startShell("trap '' INT TERM HUP; while :; do sleep 9; done"),
      ),
    );
    const closing = Promise.all(servers.map(({ transport }) => transport.close()));
    expect(await timed(closing.then(() => {}))).toBeLessThan(3000);
    expect(servers.flatMap(({ processes }) => processes())).toEqual([]);
  });

  it('P4: run in a group of their own, with pipes and the folder that was configured', async () => {
    await using folder = temporaryDirectory();
    const script = { replies: { env: { env: ['A'] }, cwd: { cwd: true } } };
    const config = { cwd: folder.path, env: { A: 'b', P4_TEST: String(process.pid) } };
    await using server = await startFixture(script, {}, config);
    expect(await server.callText('env')).toBe('{"A":"b"}');
    expect(await server.callText('cwd')).toBe(folder.path);
    const [id] = processesWithMarker(`P4_TEST=${process.pid}`) as [number];
    expect(processStatus(id)).toMatchObject({ group: id, session: id, terminal: 0 });
    const files = [0, 1, 2].map((file) => readlinkSync(`/proc/${id}/fd/${file}`));
    expect(files).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^socket:/)));
    expect(new Set([...files, readlinkSync('/proc/self/fd/0')]).size).toBe(4);
    await server.transport.close();
    expect(processStatus(id)).toBeUndefined();
  });

  it('F6: are ended when they are stopped', async () => {
    await using server = await startShell("trap '' INT TERM; sleep 600 & kill -STOP 0; wait");
    await waitUntil(() => server.processes().some((id) => processStatus(id)?.state === 'T'));
    expect(await timed(server.transport.close())).toBeLessThan(5000);
    expect(server.processes()).toEqual([]);
  });

  it('F8: close resolves soon after the exit though a grandchild holds the pipes', async () => {
    await using server = await startShell(`${STUBBORN_GRANDCHILD} read line`);
    await waitUntil(() => server.processes().length >= 2);
    expect(await timed(server.transport.close())).toBeLessThan(1000);
    expect(server.processes()).toEqual([]);
  });

  it('F44: a clock that jumps changes no step of the end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await using server = await startShell("trap '' INT TERM; while :; do sleep 9; done", {
      inputMs: 20,
      interruptMs: 100,
      terminateMs: 100,
    });
    const closing = timed(server.transport.close());
    vi.setSystemTime(Date.now() + 86_400_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
    vi.setSystemTime(Date.now() - 2 * 86_400_000);
    const ms = await closing;
    expect(ms).toBeGreaterThanOrEqual(215);
    expect(ms).toBeLessThan(3000);
    expect(server.processes()).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a process that left the group of its server', () => {
  it.each([
    ['ends by SIGTERM', 'exec sleep 600'],
    ['ends by SIGKILL alone', "trap '' TERM INT HUP; sleep 600; sleep 600"],
    ['is stopped', "trap 'exit 0' TERM; kill -STOP $$; sleep 600"],
  ])('F9: is gone when close resolves, if it %s', async (_, script) => {
    const escapee = `setsid sh -c ${JSON.stringify(script).replaceAll('$', '\\$')} &`;
    await using server = await startShell(`${escapee} cat >/dev/null`);
    const escaped = () => server.processes().filter((id) => processStatus(id)?.group === id);
    await waitUntil(() => escaped().length >= 2);
    expect(await timed(server.transport.close())).toBeLessThan(3000);
    expect(server.processes()).toEqual([]);
  });

  it('F9: is gone soon after its server died, and others stay', async () => {
    await using other = await startShell('cat >/dev/null');
    await using server = await startShell('setsid sleep 600 & read line');
    await waitUntil(() => server.processes().length >= 2);
    await server.transport.send({ jsonrpc: '2.0', method: 'any' });
    await waitUntil(() => server.processes().length === 0);
    expect(other.processes()).toHaveLength(2);
  });

  it('is found below a host that is itself a server', async () => {
    await using server = await startScript(`
      const { spawn } = require('node:child_process');
      const marker = process.env.TOOLPOOL_SERVER + '/inner';
      const env = { ...process.env, TOOLPOOL_SERVER: marker, INNER_TEST: '${process.pid}' };
      spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env }).unref();
      process.stdin.resume();`);
    const inner = () => processesWithMarker(`INNER_TEST=${process.pid}`);
    await waitUntil(() => inner().length === 1);
    await server.transport.close();
    expect(inner()).toEqual([]);
  });
});
