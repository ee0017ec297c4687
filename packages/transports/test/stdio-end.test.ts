import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { temporaryDirectory, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { killAllStdioProcesses, StdioTransport } from '../src/index.ts';
import { attach } from './fixture-client.ts';
import { STUBBORN_GRANDCHILD, startShell, timed } from './shell-fixture.ts';
import { startFixture } from './stdio-fixture.ts';

describe('closing a stdio server', () => {
  it('ends a polite one by the end of its input, once for all callers', async () => {
    await using server = await startShell('cat >/dev/null');
    const { transport } = server;
    const closes = Promise.all([transport.close(), transport.close(), transport.close()]);
    expect(await timed(closes.then(() => {}))).toBeLessThan(1000);
    expect(server.closes()).toBe(1);
    expect(transport.closeReason).toBeUndefined();
    expect(server.processes()).toEqual([]);
    const message = { jsonrpc: '2.0', method: 'any' } as const;
    await expect(transport.send(message)).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
  });

  it('sends SIGINT, then SIGTERM, then SIGKILL, to every process of the group', async () => {
    await using folder = temporaryDirectory();
    const log = join(folder.path, 'log');
    const path = join(folder.path, 'stubborn.sh');
    writeFileSync(
      path,
      `for signal in INT TERM; do trap "echo $1 $signal >> ${log}" $signal; done
       test $1 = leader && sh ${path} child &
       echo $1 up >> ${log}
       while :; do sleep 0.01; done`,
    );
    await using server = await startShell(`exec sh ${path} leader`, {
      inputMs: 20,
      interruptMs: 150,
      terminateMs: 150,
    });
    const lines = () => readFileSync(log, 'utf8').trim().split('\n');
    await waitUntil(() => existsSync(log) && lines().length === 2);
    expect(await timed(server.transport.close())).toBeGreaterThanOrEqual(310);
    expect(server.processes()).toEqual([]);
    // A shell makes its background children ignore SIGINT.
    expect(lines()[2]).toBe('leader INT');
    expect(lines().slice(3).sort()).toEqual(['child TERM', 'leader TERM']);
  });

  it('ends a stopped one', async () => {
    await using server = await startShell("trap 'exit 0' TERM; kill -STOP $$; sleep 600", {
      inputMs: 10,
      interruptMs: 10,
      terminateMs: 2000,
    });
    await waitUntil(() => server.processes().length > 0);
    expect(await timed(server.transport.close())).toBeLessThan(1500);
    expect(server.processes()).toEqual([]);
  });

  it('fault 47: grandchildren do not survive it', async () => {
    await using folder = temporaryDirectory();
    const pidFile = join(folder.path, 'pids');
    await using server = await startFixture({ grandchild: {}, pidFile });
    await server.request('ping');
    const pids = readFileSync(pidFile, 'utf8').split('\n').map(Number);
    expect(pids.filter(isRunning)).toHaveLength(2);
    await server.transport.close();
    expect(pids.filter(isRunning)).toEqual([]);
  });

  it('fault 48: a grandchild that holds the pipes does not delay it', async () => {
    await using server = await startShell(`${STUBBORN_GRANDCHILD} cat >/dev/null`);
    await waitUntil(() => server.processes().length >= 3);
    expect(await timed(server.transport.close())).toBeLessThan(1500);
    expect(server.closes()).toBe(1);
    expect(server.processes()).toEqual([]);
  });

  it('fault 50: servers that still start are killed when the host must go at once', async () => {
    const starting = new StdioTransport({ type: 'stdio', command: 'sleep', args: ['600'] });
    const fixture = attach(starting);
    await starting.start();
    killAllStdioProcesses();
    await waitUntil(() => fixture.closes() === 1);
    expect(starting.closeReason).toMatchObject({ data: { signal: 'SIGKILL' } });
    await starting.close();
  });

  it('fault 52: a server that never answers is dead when close resolves', async () => {
    for (let round = 0; round < 3; round += 1) {
      await using server = await startShell('sleep 600 & wait', { inputMs: 20, interruptMs: 50 });
      void server.request('initialize').catch(() => {});
      await waitUntil(() => server.processes().length >= 2);
      await server.transport.close();
      expect(server.processes()).toEqual([]);
    }
  });
});

describe('the end of a stdio server', () => {
  it('keeps what its launch says that is secret out of messages by itself', async () => {
    const script = 'echo "no access with $0 $1 $TEAM" >&2; exit 3';
    const transport = new StdioTransport({
      type: 'stdio',
      command: 'sh',
      args: ['-c', script, '--api-key=canary-1', 'postgres://me:canary-2@db/x'],
      env: { TEAM: 'canary-0123456789' },
    });
    const fixture = attach(transport);
    await transport.start();
    await waitUntil(() => fixture.closes() === 1);
    expect(transport.closeReason?.message).toContain(
      'no access with --api-key=*** postgres://me:***@',
    );
    expect(inspect(transport.closeReason, { depth: null })).not.toContain('canary');
  });

  it('fault 53: an early exit tells command, code and last words, without secrets', async () => {
    const config = {
      type: 'stdio',
      command: 'sh',
      args: ['-c', 'echo "\x1b[31mno access with $API_KEY" >&2; exit 3'],
      env: { API_KEY: 'sk-0123456789' },
    } as const;
    const transport = new StdioTransport(config, {
      serverName: 'github',
      display: { command: 'sh ${SCRIPT}' },
    });
    const fixture = attach(transport);
    await transport.start();
    await waitUntil(() => fixture.closes() === 1);
    expect(transport.closeReason).toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_EXITED',
      message:
        'Server "github" (sh ${SCRIPT}) exited with code 3. Its last words:\nno access with ***',
      server: 'github',
      data: { exitCode: 3, signal: null, stderr: 'no access with ***' },
    });
    await expect(transport.send({ jsonrpc: '2.0', method: 'any' })).rejects.toBe(
      transport.closeReason,
    );
  });

  it('names the signal', async () => {
    await using server = await startShell('kill -KILL $$');
    await waitUntil(() => server.closes() === 1);
    expect(server.transport.closeReason).toMatchObject({
      message: 'The server (sh) was ended by SIGKILL. It wrote nothing to stderr.',
      data: { exitCode: null, signal: 'SIGKILL' },
    });
  });

  it.each([
    ['by itself', ''],
    ['with a grandchild that holds the pipe', STUBBORN_GRANDCHILD],
  ])('loses no answer that came before it, %s', async (_, before) => {
    const answer = '{"jsonrpc":"2.0","id":1,"result":"%0150000d"}\\n';
    await using server = await startShell(`${before} read line; printf '${answer}' 1; exit 1`);
    expect(await server.request('any')).toMatchObject({ result: expect.stringMatching(/^0+1$/) });
    await waitUntil(() => server.closes() === 1);
    await waitUntil(() => server.processes().length === 0);
  });

  it.each([
    ['its output', 'exec >&-; exec sleep 600'],
    ['its input', 'exec <&-; exec sleep 600'],
  ])('F13, F14: is also that it closes %s and lives on', async (_, script) => {
    await using server = await startShell(script);
    await expect(server.request('any', { text: 'x'.repeat(1_000_000) })).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
      message: expect.stringContaining('closed its end of the connection'),
    });
    await waitUntil(() => server.processes().length === 0);
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
