import { fixtureCommand } from '@toolpool/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fixture } from './fixture-client.ts';
import { startFixture, startScript, startStdio } from './stdio-fixture.ts';

/** Reads nothing until it gets SIGUSR2; then answers each line with its length. */
const DEAF_SERVER = `
  process.on('SIGUSR2', () => {
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id } = JSON.parse(line);
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: line.length }) + '\\n');
    });
  });
  setInterval(() => {}, 1e6);
  process.stdout.write('{"jsonrpc":"2.0","method":"up","params":{"pid":' + process.pid + '}}\\n');
`;

async function startDeaf(maxPendingBytes: number) {
  const server = await startScript(DEAF_SERVER, { stdio: { maxPendingBytes } });
  const { promise, resolve } = deferred<number>();
  const { onmessage } = server.transport;
  server.transport.onmessage = (message) => {
    if ('method' in message) resolve(Number(message.params?.pid));
    onmessage?.(message);
  };
  return { ...server, pid: await promise };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const isRejected = (result: PromiseSettledResult<void>) => result.status === 'rejected';

const send = ({ transport }: Fixture, id: number, length: number) =>
  transport.send({ jsonrpc: '2.0', id, method: 'any', params: { text: 'x'.repeat(length) } });

describe('writing to a stdio server', () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  beforeEach(() => process.on('warning', warn));
  afterEach(() => {
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });

  it('answers 10,000 requests in flight, each once and in order', async () => {
    await using server = await startFixture({ replies: { echo: { echoArgs: true } } });
    const ids = Array.from({ length: 10_000 }, (_, index) => index);
    const calls = ids.map((value) => server.callText('echo', { value }));
    expect((await Promise.all(calls)).map((text) => JSON.parse(text).value)).toEqual(ids);
    expect(server.messages).toHaveLength(ids.length);
  });

  it('sends no character that a reader may take for the end of a line', async () => {
    await using server = await startScript(`
      process.stdin.on('data', (chunk) => {
        const lines = String(chunk).split(/[\\n\\v\\f\\r\\x1c-\\x1e\\u0085\\u2028\\u2029]/);
        const { id, params } = JSON.parse(lines[0]);
        const result = { text: params.text, lines: lines.length };
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
      });`);
    const text = 'a\n\v\f\r\x1c\x1d\x1e\u0085\u2028\u2029b';
    expect(await server.request('any', { text })).toMatchObject({ result: { text, lines: 2 } });
  });

  it('keeps the order of lines whatever their size and however the sender waits', async () => {
    await using server = await startScript(`
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        process.stdout.write('{"jsonrpc":"2.0","method":"' + JSON.parse(line).id + '"}\\n');
      });`);
    const sends: Promise<void>[] = [];
    const pauses = [() => Promise.resolve(), () => new Promise(setImmediate), () => sends.at(-1)];
    for (let id = 0; id < 300; id += 1) {
      sends.push(send(server, id, id % 7 === 0 ? 100_000 : id));
      await (id % 5 === 0 && pauses[id % 3]?.());
    }
    await Promise.all(sends);
    while (server.messages.length < 300) await new Promise(setImmediate);
    expect(server.messages.map((each) => Number((each as { method: string }).method))).toEqual(
      sends.map((_, id) => id),
    );
  });

  it('fault 56: a burst at a server that does not read settles when it dies', async () => {
    await using server = await startDeaf(16 * 2 ** 20);
    const sends = Array.from({ length: 30 }, (_, id) => send(server, id, 100_000));
    process.kill(server.pid, 'SIGKILL');
    const rejected = (await Promise.allSettled(sends)).filter(isRejected);
    // The kernel's buffer has room for a few.
    expect(rejected.length).toBeGreaterThan(20);
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(
      new Set([server.transport.closeReason]),
    );
    expect(server.transport.closeReason?.code).toBe('TOOLPOOL_TRANSPORT_EXITED');
  });

  it('fault 56: a burst goes out once the server reads again', async () => {
    await using server = await startDeaf(16 * 2 ** 20);
    const requests = Array.from({ length: 30 }, () =>
      server.request('any', { x: 'y'.repeat(1e5) }),
    );
    process.kill(server.pid, 'SIGUSR2');
    expect(await Promise.all(requests)).toHaveLength(30);
  });

  it('rejects what would wait beyond the limit, and nothing of what waits already', async () => {
    await using server = await startDeaf(1_000_000);
    const sends = Array.from({ length: 20 }, (_, id) => send(server, id, 100_000));
    await sends.at(-1)?.catch(() => {});
    process.kill(server.pid, 'SIGUSR2');
    const settled = await Promise.allSettled(sends);
    const codes = settled.map((each) => (isRejected(each) ? each.reason.code : 'sent'));
    const sent = codes.filter((code) => code === 'sent').length;
    expect(sent).toBeGreaterThanOrEqual(9);
    expect(codes.slice(sent)).toEqual(
      Array.from({ length: 20 - sent }, () => 'TOOLPOOL_TRANSPORT_OVERLOADED'),
    );
    expect(sent).toBeLessThan(20);
    expect(await server.request('any')).toBeDefined();
  });

  it('takes one message larger than the limit', async () => {
    await using server = await startDeaf(100_000);
    process.kill(server.pid, 'SIGUSR2');
    const { result } = await server.request('any', { text: 'x'.repeat(1_000_000) });
    expect(result).toBeGreaterThan(1_000_000);
  });

  it('rejects a message that is no JSON, and goes on', async () => {
    await using server = await startStdio({ type: 'stdio', ...fixtureCommand({}) });
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    await expect(server.request('any', cyclic)).rejects.toThrow(TypeError);
    expect(await server.request('ping')).toMatchObject({ result: {} });
  });
});
