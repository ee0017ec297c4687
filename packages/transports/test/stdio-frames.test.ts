import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Fixture } from './fixture-client.ts';
import { startFixture, startScript } from './stdio-fixture.ts';

/** Writes the given chunks one by one, each in a turn of its own, then the answer. */
const CHUNK_SERVER = `
  const { setImmediate: turn } = require('node:timers/promises');
  require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, params } = JSON.parse(line);
    for (const chunk of params.chunks) {
      process.stdout.write(Buffer.from(chunk, 'base64'));
      await turn();
    }
    process.stdout.write('\\n' + JSON.stringify({ jsonrpc: '2.0', id, result: {} }) + '\\n');
  });
`;

const notification = (params: unknown) => ({ jsonrpc: '2.0', method: 'n', params });
const line = fc.oneof(
  fc.jsonValue().map((value) => ({ params: { value } })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ params: { value } })),
);

/** Cuts bytes at the given fractions of their length. */
function cut(bytes: Buffer, fractions: readonly number[]): string[] {
  const ends = [...fractions.map((each) => Math.floor(each * bytes.length)), bytes.length];
  ends.sort((left, right) => left - right);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end).toString('base64'));
}

async function sendChunks(server: Fixture, chunks: readonly string[]) {
  const { skippedLines } = server.transport.diagnostics();
  const { length } = server.messages;
  await server.request('write', { chunks });
  return {
    received: server.messages.slice(length, -1),
    skipped: server.transport.diagnostics().skippedLines - skippedLines,
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('messages over stdio', () => {
  const shared = startScript(CHUNK_SERVER);
  const limited = startScript(CHUNK_SERVER, { maxMessageBytes: 1024 });
  afterAll(async () => {
    for (const server of await Promise.all([shared, limited])) await server.transport.close();
  });

  it('are the same however the bytes are cut', async () => {
    const server = await shared;
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\n\n', '\nlog line {\n', '\n\ufeff'),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
        async (lines, separator, fractions) => {
          const messages = lines.map(({ params }) => notification(params));
          const text = messages.map((each) => JSON.stringify(each)).join(separator);
          const { received } = await sendChunks(server, cut(Buffer.from(text), fractions));
          expect(received).toEqual(messages.map((each) => JSON.parse(JSON.stringify(each))));
        },
      ),
    );
  });

  it.each([
    ['a batch', '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]', ['a', 'b'], 0],
    ['an empty batch', '[]', [], 1],
    ['a batch with something else in it', '[{"jsonrpc":"2.0","method":"a"},1]', ['a'], 1],
    ['another version', '{"jsonrpc":"1.0","method":"a"}', [], 1],
    ['an object that is no message', '{"level":"info"}', [], 1],
    ['broken JSON', '{"jsonrpc":"2.0",', [], 1],
    ['null', 'null', [], 1],
    ['a log line', 'listening…', [], 1],
    ['blank lines', '\n  \r\n\t\n', [], 0],
    ['U+2028 within a string', '{"jsonrpc":"2.0","method":"\u2028"}', ['\u2028'], 0],
  ])('of %s', async (_, text, methods, skipped) => {
    const server = await shared;
    const found = await sendChunks(server, [base64(text)]);
    expect(found).toMatchObject({ received: methods.map((method) => ({ method })), skipped });
    expect(server.errors).toEqual([]);
  });

  it('go on after a handler that throws', async () => {
    await using server = await startScript(CHUNK_SERVER);
    const { onmessage } = server.transport;
    server.transport.onmessage = (message) => {
      if ('method' in message) throw new Error('handler');
      onmessage?.(message);
    };
    await server.request('write', { chunks: [base64('{"jsonrpc":"2.0","method":"a"}')] });
    expect(server.errors.map(({ message }) => message)).toEqual(['handler']);
  });

  it('arrive whole at 64 MB', async () => {
    await using server = await startFixture({ replies: { big: { text: 64_000_000 } } });
    expect((await server.callText('big')).length).toBe(64_000_000);
  });

  it('fault 39: text on stdout is skipped, counted and quoted once', async () => {
    const secret = 'hunter2hunter2';
    await using server = await startFixture(
      {
        stdout: [`\u001b[31mServer up, key ${secret}`, '', '{"level":"info"}'],
        stdoutBetween: ['[1, 2]'],
      },
      { secrets: [secret] },
    );
    expect(await server.request('ping')).toMatchObject({ result: {} });
    expect(await server.request('ping')).toMatchObject({ result: {} });
    expect(server.transport.diagnostics()).toEqual({
      skippedLines: 4,
      firstSkippedLine: 'Server up, key ***',
    });
    expect(server.errors).toEqual([]);
  });

  it('fault 40: a byte-order mark before a message is stripped', async () => {
    await using server = await startFixture({ bom: true });
    expect(await server.request('ping')).toMatchObject({ result: {} });
    expect(server.transport.diagnostics().skippedLines).toBe(0);
  });

  it('fault 43: characters split over chunks stay whole, on stderr too', async () => {
    const text = '🧰 żółw 漢字 👩‍👩‍👧';
    await using server = await startFixture({
      byteAtATime: true,
      stderr: [text],
      replies: { echo: { echoArgs: true } },
    });
    expect(JSON.parse(await server.callText('echo', { text }))).toEqual({ text });
    expect(server.transport.diagnostics().stderr).toBe(text);
  });

  it.each([
    ['at the start', `{"jsonrpc":"2.0","id":77,"result":{"text":"${'x'.repeat(20_000)}"}}`],
    ['at the end', `{"result":{"text":"${'x'.repeat(20_000)}"},"jsonrpc":"2.0","id":77}`],
    [
      'in an error',
      `{"jsonrpc":"2.0","error":{"code":1,"message":"${'x'.repeat(20_000)}"},"id":77}`,
    ],
    ['within one small chunk', `{"result":{"text":"${'x'.repeat(1100)}"},"id":77,"jsonrpc":"2.0"}`],
  ])('fault 44, F18: a message over the limit fails its call alone, its id %s', async (_, text) => {
    expect(await sendChunks(await limited, [base64(text)])).toEqual({
      received: [
        {
          jsonrpc: '2.0',
          id: 77,
          error: {
            code: -32010,
            message: 'result too large (limit 1024 bytes)',
            data: { toolpool: 'TOOLPOOL_TRANSPORT_FRAME_TOO_LARGE', limit: 1024 },
          },
        },
      ],
      skipped: 0,
    });
  });

  it.each([
    [
      'a request',
      `{"jsonrpc":"2.0","id":1,"method":"m","params":{"result":"${'x'.repeat(5000)}"}}`,
    ],
    ['a notification', `{"jsonrpc":"2.0","method":"m","params":["${'x'.repeat(5000)}"]}`],
    ['text', 'x'.repeat(5000)],
    ['an id inside the result', `{"result":{"text":"${'x'.repeat(5000)}","id":1}}`],
    ['an id inside a text', `{"result":["${'x'.repeat(5000)} ,\\"id\\":1}"]}`],
  ])('of %s over the limit are skipped and answer nothing', async (_, text) => {
    expect(await sendChunks(await limited, [base64(text)])).toEqual({ received: [], skipped: 1 });
  });

  it('fault 45: a flood without a line end uses bounded memory', async () => {
    const flood = `
      const chunk = Buffer.alloc(65536, 'x');
      process.stdin.on('data', () => {
        let left = 3000;
        const write = () => {
          while (left-- > 0) if (!process.stdout.write(chunk)) return process.stdout.once('drain', write);
          process.stdout.write('\\n{"jsonrpc":"2.0","id":1,"result":{}}\\n');
        };
        write();
      });`;
    await using server = await startScript(flood, { maxMessageBytes: 1_000_000 });
    const before = process.memoryUsage().rss;
    await server.request('any');
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 2 ** 20);
    expect(server.transport.diagnostics().skippedLines).toBe(1);
  });

  it('fault 46: a flood on stderr never blocks the server, and its end is kept', async () => {
    await using server = await startFixture({ stderrBytes: 1_000_000 });
    for (let round = 0; round < 3; round += 1) {
      expect(await server.request('tools/list')).toMatchObject({ result: { tools: [] } });
    }
    expect(server.transport.diagnostics().stderr).toMatch(/^…?e+$/);
  });
});
