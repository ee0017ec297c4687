import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesWithMarker, temporaryDirectory, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from '../src/index.ts';
import { attach } from './fixture-client.ts';
import { startShell, timed } from './shell-fixture.ts';
import { startFixture, startScript, startStdio } from './stdio-fixture.ts';

/** Answers each line with what its text says. */
const SCRIPTED = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, params } = JSON.parse(line);
    eval(params.run);
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n');
  });`;

describe('a stdio server that does not start', () => {
  it.each([
    ['a command that is not there', 'no-such-command', 'ENOENT'],
    ['a folder', '/tmp', 'EACCES'],
  ])('F1: fails at once with the error of the system for %s', async (_, command, errno) => {
    const transport = new StdioTransport({ type: 'stdio', command, args: ['--flag'] });
    const fixture = attach(transport);
    const starting = expect(transport.start()).rejects.toMatchObject({
      // The arguments are not what is missing.
      message: expect.not.stringContaining('--flag'),
      data: { errno },
    });
    expect(await timed(starting)).toBeLessThan(1000);
    expect(fixture.closes()).toBe(1);
  });

  it('F1: tells of a program for another machine', async () => {
    await using folder = temporaryDirectory();
    const path = join(folder.path, 'program');
    writeFileSync(path, Buffer.from('7f454c4602010100ffff', 'hex'));
    chmodSync(path, 0o755);
    const server = attach(new StdioTransport({ type: 'stdio', command: path }));
    const outcome = await server.transport.start().then(
      () => waitUntil(() => server.closes() === 1),
      () => undefined,
    );
    expect(outcome).toBeUndefined();
    expect(server.transport.closeReason?.message).toContain(path);
  });

  it('names the program alone, as it was written, when the command line is shown', async () => {
    const start = (command: string, shown: string) =>
      startStdio({ type: 'stdio', command, args: ['one', 'two'] }, { display: { command: shown } });
    await expect(start('/no/such dir/x', '/no/such dir/x one two')).rejects.toThrow(
      'the command "/no/such dir/x" was not found',
    );
    await expect(start('/no/such/x', '${cmd:echo dir}/x one two')).rejects.toThrow(
      'the command "${cmd:echo dir}/x" was not found',
    );
  });

  it('F2: says the end of what it wrote when it exits without a word on stdout', async () => {
    await using server = await startShell(
      'head -c 9000 /dev/zero | tr "\\0" z >&2; echo "\x1b[2J the end" >&2',
    );
    await waitUntil(() => server.closes() === 1);
    const { message = '', data } = server.transport.closeReason ?? {};
    expect(data).toMatchObject({ exitCode: 0, signal: null });
    expect(message).toMatch(/exited with code 0.*z the end$/s);
    expect(message.length).toBeLessThan(4300);
  });
});

describe('a stdio server that misbehaves', () => {
  it('F4: fails a thousand requests in flight at once when it is killed', async () => {
    await using server = await startFixture(
      { tools: [], replies: { hang: { hang: true } } },
      {},
      { env: { F4_TEST: String(process.pid) } },
    );
    await server.request('ping');
    const calls = Array.from({ length: 1000 }, () => server.callText('hang'));
    const settled = Promise.allSettled(calls);
    const [id] = processesWithMarker(`F4_TEST=${process.pid}`);
    process.kill(Number(id), 'SIGKILL');
    expect(await timed(settled.then(() => {}))).toBeLessThan(1500);
    const reasons = (await settled).map((each) => each.status === 'rejected' && each.reason);
    expect(new Set(reasons)).toEqual(new Set([server.transport.closeReason]));
    expect(server.transport.closeReason).toMatchObject({ data: { signal: 'SIGKILL' } });
  });

  it('F15: takes 16 MiB for one that does not read, and no more', async () => {
    await using server = await startShell('sleep 600');
    const text = 'x'.repeat(1_000_000);
    const sends = Array.from({ length: 64 }, (_, id) =>
      server.transport.send({ jsonrpc: '2.0', id, method: 'any', params: { text } }),
    );
    const refused: unknown[] = [];
    for (const send of sends) send.catch(({ code }) => refused.push(code));
    await waitUntil(() => refused.length >= 64 - 17);
    expect(new Set(refused)).toEqual(new Set(['TOOLPOOL_TRANSPORT_OVERLOADED']));
    expect(refused.length).toBeLessThanOrEqual(64 - 16);
    await server.transport.close();
    expect((await Promise.allSettled(sends)).every(({ status }) => status === 'rejected')).toBe(
      true,
    );
  });

  it('F16: may write a banner, colours, blank lines and carriage returns', async () => {
    await using server = await startScript(SCRIPTED);
    const banner = String.raw`\u001b[1mWelcome\u001b[0m\r\n\r\n\n\ufeff{"jsonrpc":"2.0","method":"up"}\r\n`;
    await server.request('any', { run: `process.stdout.write('${banner}')` });
    expect(server.messages[0]).toEqual({ jsonrpc: '2.0', method: 'up' });
    expect(server.transport.diagnostics()).toEqual({
      skippedLines: 1,
      firstSkippedLine: 'Welcome',
    });
  });

  it('F17: may cut a message at every byte, and put a thousand into one chunk', async () => {
    await using server = await startScript(SCRIPTED);
    const message = { jsonrpc: '2.0', method: 'm', params: { text: 'é漢🧰\u2028' } };
    const run = `
      const line = Buffer.from(${JSON.stringify(JSON.stringify(message))} + '\\n');
      for (const byte of line) process.stdout.write(Buffer.of(byte));
      process.stdout.write(Buffer.concat(Array.from({ length: 1000 }, () => line)));`;
    await server.request('any', { run });
    expect(server.messages.slice(0, -1)).toEqual(Array.from({ length: 1001 }, () => message));
  });

  it('F19: stays connected however much junk it writes in a row', async () => {
    await using server = await startScript(SCRIPTED);
    const junk = ['{', '{"jsonrpc":"1.0","id":1,"result":{}}', '[]', 'null', '{"id":null}'];
    const lines = Array.from({ length: 500 }, (_, index) => junk[index % junk.length]).join('\n');
    await server.request('any', { run: `process.stdout.write(${JSON.stringify(`${lines}\n`)})` });
    expect(server.messages).toHaveLength(1);
    expect(server.transport.diagnostics().skippedLines).toBe(500);
    expect(await server.request('any', { run: '' })).toMatchObject({ result: {} });
  });

  it('F28: may write 64 MB to stderr, and bytes that are no text', async () => {
    await using server = await startScript(SCRIPTED);
    const run = `
      const chunk = Buffer.from(Array.from({ length: 65536 }, (_, index) => index * 7 % 256));
      const write = (bytes) => {
        for (let at = 0; at < bytes.length; ) at += require('fs').writeSync(2, bytes, at);
      };
      for (let round = 0; round < 1000; round += 1) write(chunk);
      write(Buffer.from('\\n\\u001b]0;title\\u0007 last words \\u0000\\n'));`;
    const before = process.memoryUsage().rss;
    expect(await server.request('any', { run })).toMatchObject({ result: {} });
    await waitUntil(() => server.transport.diagnostics().stderr?.endsWith('last words') ?? false);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
    const { stderr = '' } = server.transport.diagnostics();
    expect([...stderr].filter((each) => each < ' ' && each !== '\n' && each !== '\t')).toEqual([]);
    expect(stderr.length).toBeLessThanOrEqual(4100);
  });
});
