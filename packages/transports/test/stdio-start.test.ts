import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { processesWithMarker, temporaryDirectory } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from '../src/index.ts';
import { attach } from './fixture-client.ts';
import { startFixture, startStdio } from './stdio-fixture.ts';

const environment = {
  PATH: process.env.PATH,
  HOME: '/home/someone',
  LC_ALL: 'C.UTF-8',
  HTTPS_PROXY: 'http://proxy.example:3128',
  HTTP_PROXY: 'http://user:password@proxy.example:3128',
  SECRET_X: 'a secret of the host',
  PASSED: 'passed',
  SHELLSHOCK: '() { :; }',
};

describe('starting a stdio server', () => {
  it.each([
    ['without env', {}],
    ['with env', { env: { DECLARED: 'declared' } }],
  ])('fault 10: host secrets do not reach the server, %s', async (_, config) => {
    await using server = await startFixture(
      { replies: { env: { env: true } } },
      { environment },
      { ...config, envPassthrough: ['PASSED'] },
    );
    const names: string[] = JSON.parse(await server.callText('env'));
    expect(names.filter((name) => name !== 'DECLARED')).toEqual(
      ['HOME', 'HTTPS_PROXY', 'LC_ALL', 'PASSED', 'PATH', 'TOOLPOOL_SERVER'].sort(),
    );
    expect(names.includes('DECLARED')).toBe('env' in config);
  });

  it('gives every server a marker of its own', async () => {
    const script = { replies: { env: { env: ['TOOLPOOL_SERVER'] } } };
    await using first = await startFixture(script);
    await using second = await startFixture(script, {}, { env: { TOOLPOOL_SERVER: 'mine' } });
    const markers = await Promise.all([first.callText('env'), second.callText('env')]);
    expect(new Set([...markers, JSON.stringify({ TOOLPOOL_SERVER: 'mine' })]).size).toBe(3);
  });

  it('runs in the configured folder, from which a relative command is found', async () => {
    await using folder = temporaryDirectory();
    const path = join(folder.path, 'server.sh');
    writeFileSync(
      path,
      '#!/bin/sh\nread line\necho \'{"jsonrpc":"2.0","id":1,"result":"\'$(pwd)\'"}\'\nread end\n',
    );
    chmodSync(path, 0o755);
    await using server = await startStdio({
      type: 'stdio',
      command: './server.sh',
      cwd: folder.path,
    });
    expect(await server.request('any')).toMatchObject({ result: folder.path });
  });

  it.each([
    ['a folder that is gone', { cwd: '/no/such/folder' }, 'TOOLPOOL_TRANSPORT_CWD_NOT_FOUND'],
    ['a file as folder', { cwd: '/etc/hostname' }, 'TOOLPOOL_TRANSPORT_CWD_NOT_FOUND'],
    ['an unknown command', { command: 'no-such-cmd' }, 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND'],
    ['an unknown path', { command: '/no/such/cmd' }, 'TOOLPOOL_TRANSPORT_COMMAND_NOT_FOUND'],
    ['a folder as command', { command: '/tmp' }, 'TOOLPOOL_TRANSPORT_SPAWN_FAILED'],
    ['a NUL in an argument', { args: ['\0'] }, 'TOOLPOOL_TRANSPORT_SPAWN_FAILED'],
    ['too many arguments', { args: ['x'.repeat(4e6)] }, 'TOOLPOOL_TRANSPORT_SPAWN_FAILED'],
  ])('rejects %s and closes', async (_, config, code) => {
    const transport = new StdioTransport(
      { type: 'stdio', command: 'node', ...config },
      { serverName: 'broken' },
    );
    const fixture = attach(transport);
    await expect(transport.start()).rejects.toMatchObject({ code, server: 'broken' });
    expect(transport.closeReason?.code).toBe(code);
    expect(fixture.closes()).toBe(1);
    await transport.close();
    expect(fixture.closes()).toBe(1);
  });

  it('names a missing interpreter and a file that may not be executed', async () => {
    await using folder = temporaryDirectory();
    const script = join(folder.path, 'script');
    writeFileSync(script, '#!/no/such/interpreter\n', { mode: 0o755 });
    const plain = join(folder.path, 'plain');
    writeFileSync(plain, 'text', { mode: 0o644 });
    mkdirSync(join(folder.path, 'folder'));
    const start = (command: string) => startStdio({ type: 'stdio', command });
    await expect(start(script)).rejects.toThrow(/ENOENT \(the program that its first line names/);
    await expect(start(plain)).rejects.toMatchObject({
      message: `The server cannot start: "${plain}" failed with EACCES (permission denied).`,
      data: { errno: 'EACCES' },
    });
  });

  it.each([['--key=expanded'], ['\0expanded'], ['expanded'.repeat(500_000)]])(
    'shows the display form of a command, never its expanded value',
    async (argument) => {
      const transport = new StdioTransport(
        { type: 'stdio', command: 'expanded', args: [argument] },
        { display: { command: '${COMMAND}' } },
      );
      const error: unknown = await transport.start().catch((reason) => reason);
      expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/expanded/);
      expect(error).toMatchObject({ message: expect.stringContaining('${COMMAND}') });
    },
  );

  it('starts once', async () => {
    await using server = await startFixture({});
    await expect(server.transport.start()).rejects.toThrow(TypeError);
    expect(await server.request('ping')).toMatchObject({ result: {} });
  });

  it('rejects when it is closed before or at once', async () => {
    const config = { type: 'stdio', command: 'sleep', args: ['600'] } as const;
    const early = new StdioTransport(config);
    await early.close();
    await expect(early.start()).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    const transport = new StdioTransport({ ...config, cwd: '/' });
    const started = expect(transport.start()).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    await transport.close();
    await started;
  });

  it('leaves no process when it is closed at any moment of its start', async () => {
    const marker = `START_TEST=${process.pid}`;
    for (let turns = 0; turns < 8; turns += 1) {
      const transport = new StdioTransport({
        type: 'stdio',
        command: 'sleep',
        args: ['600'],
        cwd: '/',
        env: { START_TEST: String(process.pid) },
      });
      const outcome = transport.start().catch(({ code }) => code);
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      await transport.close();
      expect([undefined, 'TOOLPOOL_TRANSPORT_CLOSED']).toContain(await outcome);
      expect(processesWithMarker(marker)).toEqual([]);
    }
  });
});
