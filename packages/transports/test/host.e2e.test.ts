import { readFileSync, readlinkSync } from 'node:fs';
import { processStatus } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { eventually, hostRuns, startHost } from './start-host.ts';

const KILLS = process.env.TOOLPOOL_SOAK === '1' ? 200 : 20;
const AT_ONCE = 5;

const STAY = 'setInterval(() => {}, 1000);';

async function msUntilNothingIsLeft(servers: () => readonly number[]): Promise<number> {
  const start = performance.now();
  await eventually(() => servers().length === 0);
  return performance.now() - start;
}

describe.concurrent('the end of a host', () => {
  it.each([
    ['exits', "process.on('exit', killAllStdioProcesses); await start(); process.exit(3);", 3],
    [
      'exits while a server starts',
      "process.on('exit', killAllStdioProcesses); void start(); setTimeout(() => process.exit(4), 1);",
      4,
    ],
    [
      'dies of an error',
      "process.on('exit', killAllStdioProcesses); await start(); throw new Error();",
      1,
    ],
    ['closes and has nothing left to do', 'await (await start()).close();', 0],
  ])('fault 50: leaves no process when it %s', async (_, program, code) => {
    const { exited, servers } = startHost(program);
    expect(await exited).toEqual([code, null]);
    await msUntilNothingIsLeft(servers);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGABRT'] as const)(
    'F10: leaves no process when %s ends it and nobody handles that',
    async (signal) => {
      const host = startHost(`await start(); ${STAY}`);
      await hostRuns(host, 3);
      host.host.kill(signal);
      expect(await host.exited).toEqual([null, signal]);
      await msUntilNothingIsLeft(host.servers);
    },
  );

  it(`F11: leaves no process within two seconds of SIGKILL, ${KILLS} times`, async () => {
    const round = async () => {
      const host = startHost(`await Promise.all([start(), start()]); ${STAY}`);
      await hostRuns(host, 6);
      host.host.kill('SIGKILL');
      return msUntilNothingIsLeft(host.servers);
    };
    const times: number[] = [];
    while (times.length < KILLS) {
      times.push(...(await Promise.all(Array.from({ length: AT_ONCE }, round))));
    }
    times.sort((left, right) => left - right);
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(2000);
  }, 1_000_000);

  it('F11: leaves none of those either that left their group or lost their leader', async () => {
    const orphan = 'sleep 600 & exit 0';
    const escaped = `setsid sh -c "trap '' TERM; sleep 600; sleep 600" & (${orphan}); sleep 600`;
    const host = startHost(`await start(${JSON.stringify(escaped)}); ${STAY}`);
    await hostRuns(host, 4);
    host.host.kill('SIGKILL');
    await msUntilNothingIsLeft(host.servers);
  });

  it('fault 51: Ctrl-C at a prompt reaches the host alone', async () => {
    const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const echo = `while read line; do echo '${answer}'; done`;
    const host = startHost(
      `
      const transport = await start(${JSON.stringify(echo)});
      transport.onmessage = async () => { await transport.close(); console.log('answered'); };
      process.on('SIGINT', () => transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' }));
      console.log('up');`,
      { wrap: ['setsid'] },
    );
    await eventually(() => host.output() === 'up\n');
    process.kill(-host.id, 'SIGINT');
    expect(await host.exited).toEqual([0, null]);
    expect(host.output()).toBe('up\nanswered\n');
  });

  it('F44: a host that was stopped for a while goes on where it was', async () => {
    const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const echo = `while read line; do echo '${answer}'; done`;
    const host = startHost(`
      const transport = await start(${JSON.stringify(echo)});
      transport.onmessage = async () => { await transport.close(); console.log('closed'); };
      const send = () => transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
      process.once('SIGUSR2', () => setTimeout(send, 300));
      console.log('up');`);
    await eventually(() => host.output() === 'up\n');
    host.host.kill('SIGUSR2');
    host.host.kill('SIGSTOP');
    await eventually(() => processStatus(host.id)?.state === 'T');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(host.servers()).toHaveLength(1);
    host.host.kill('SIGCONT');
    expect(await host.exited).toEqual([0, null]);
    expect(host.output()).toBe('up\nclosed\n');
    expect(host.servers()).toEqual([]);
  });
});

describe.concurrent('the watchdog of a host', () => {
  it('F12: is replaced within a second when it is killed, and knows every server', async () => {
    const host = startHost(`await start(); await start(); ${STAY}`);
    await hostRuns(host, 6);
    const [first] = host.watchdogs();
    process.kill(Number(first), 'SIGKILL');
    const killedAt = performance.now();
    await eventually(() => host.watchdogs().length === 1 && host.watchdogs()[0] !== first);
    expect(performance.now() - killedAt).toBeLessThan(1000);
    host.host.kill('SIGKILL');
    await msUntilNothingIsLeft(host.servers);
  });

  it('is one for all servers, small, and holds neither a terminal nor the output', async () => {
    const host = startHost(`await Promise.all([start(), start(), start()]); ${STAY}`);
    await hostRuns(host, 9);
    const [id] = host.watchdogs() as [number];
    expect(processStatus(id)).toMatchObject({ group: id, session: id, terminal: 0 });
    expect([1, 2].map((file) => readlinkSync(`/proc/${id}/fd/${file}`))).toEqual([
      '/dev/null',
      '/dev/null',
    ]);
    const [, kilobytes] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
    expect(Number(kilobytes)).toBeLessThan(8_000);
    host.host.kill('SIGKILL');
    await eventually(() => processStatus(id) === undefined);
    expect(host.servers()).toEqual([]);
  });

  it.each([
    ['goes with the last server', 0],
    ['F12: is not replaced when no server is left', 'SIGKILL'],
  ] as const)('%s, and comes back with the next', async (_, signal) => {
    const host = startHost(`
      const transport = await start('cat >/dev/null');
      process.on('SIGUSR2', () => transport.close());
      process.on('SIGUSR1', () => start());
      ${STAY}`);
    await hostRuns(host, 2);
    process.kill(Number(host.watchdogs()[0]), signal);
    host.host.kill('SIGUSR2');
    await eventually(() => host.servers().length + host.watchdogs().length === 0);
    host.host.kill('SIGUSR1');
    await hostRuns(host, 3);
    host.host.kill('SIGKILL');
    await msUntilNothingIsLeft(host.servers);
  });

  it('keeps no host that has nothing left to do, and holds up none that ends', async () => {
    const host = startHost(`
      const transport = await start('cat >/dev/null');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await transport.close();
      process.on('exit', () => console.log(performance.now()));
      console.log(performance.now());`);
    expect(await host.exited).toEqual([0, null]);
    const [closed, ended] = host.output().trim().split('\n').map(Number) as [number, number];
    expect(ended - closed).toBeLessThan(500);
  });
});

describe('a host without room', () => {
  it('F48: says what it lacks, and starts servers again once there is some', async () => {
    const host = startHost(
      `
      const starts = await Promise.allSettled(Array.from({ length: 40 }, () => start('cat')));
      const failed = starts.filter(({ status }) => status === 'rejected');
      const open = starts.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
      const { code, message, hint } = failed[0].reason;
      const later = start('cat');
      setTimeout(() => open.splice(0, 4).forEach((transport) => transport.close()), 100);
      await (await later).close();
      await Promise.all(open.map((transport) => transport.close()));
      console.log(JSON.stringify({ open: open.length, code, message, hint }));`,
      { wrap: ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh'] },
    );
    expect(await host.exited).toEqual([0, null]);
    const { open, ...error } = JSON.parse(host.output());
    expect(open).toBeGreaterThan(3);
    expect(error).toEqual({
      code: 'TOOLPOOL_TRANSPORT_SPAWN_FAILED',
      message: 'The server cannot start: "sh" failed with EMFILE (too many open files).',
      hint: expect.stringContaining('ulimit -n'),
    });
    expect(host.servers()).toEqual([]);
  });
});
