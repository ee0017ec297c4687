import type { ServerResponse } from 'node:http';
import { startFixtureHttpServer, startFixtureSseServer, waitUntil } from '@toolpool/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fixture } from './fixture-client.ts';
import { connect, startRawServer } from './http-fixture.ts';

const eventStream = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const TASK = 'io.modelcontextprotocol/related-task';
const odd = { _meta: null, params: null, id: null, text: '"_meta":null', list: [null, -0.5] };

/** What a server sends, and what arrives. */
const CASES: readonly [what: string, sent: object, tidy: object][] = [
  ['_meta of a result', { result: { _meta: null, own: odd } }, { result: { own: odd } }],
  [
    'members of _meta',
    { result: { _meta: { progressToken: null, [TASK]: null, own: null } } },
    { result: { _meta: { own: null } } },
  ],
  ['a result', { result: null }, { result: {} }],
  ['the error beside a result', { result: { own: odd }, error: null }, { result: { own: odd } }],
  [
    'the result beside an error',
    { result: null, error: { code: 7, message: 'no', data: null } },
    { error: { code: 7, message: 'no', data: null } },
  ],
  [
    'members of an error',
    { error: { code: null, message: null } },
    { error: { code: -32603, message: 'no message' } },
  ],
  ['the method of a response', { method: null, params: null, result: {} }, { result: {} }],
  [
    'the id of an error',
    { id: null, error: { code: 7, message: 'no' } },
    { error: { code: 7, message: 'no' } },
  ],
];

const NOTIFICATIONS: readonly [sent: object, tidy: object][] = [
  [{ params: null }, {}],
  [{ params: { _meta: null, own: odd } }, { params: { own: odd } }],
  [{ params: { _meta: { progressToken: null } }, id: null }, { params: { _meta: {} } }],
];

describe('tidy messages over HTTP', () => {
  describe.each([
    ['JSON', json],
    ['an event stream', eventStream],
  ])('as %s', (_, headers) => {
    it.each(CASES)('fault 85: null counts as absent for %s', async (_what, sent, tidy) => {
      await using server = await startRawServer((_request, response, body) => {
        const text = JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, ...sent });
        response.writeHead(200, headers).end(headers === json ? text : `\uFEFFdata: ${text}\n\n`);
      });
      await using client = await connect({ type: 'http', url: server.url });
      expect(await client.request('any')).toEqual({ jsonrpc: '2.0', id: 1, ...tidy });
      expect(client.errors).toEqual([]);
    });
  });

  it.each([
    ['JSON', {}],
    ['event streams', { sse: true }],
  ])('fault 85: a session with null for absent fields works over %s', async (_, script) => {
    const result = { content: [], structuredContent: odd, _meta: null };
    await using server = await startFixtureHttpServer({ replies: { work: result }, ...script });
    await using client = await connect({ type: 'http', url: server.url });
    await client.request('initialize', { protocolVersion: '2025-11-25' });
    const answer = await client.request('tools/call', { name: 'work', arguments: {} });
    expect(answer.result).toEqual({ content: [], structuredContent: odd });
  });

  it('fault 85: null counts as absent over HTTP+SSE, in answers and notifications', async () => {
    const result = { content: [], structuredContent: odd, _meta: null };
    const notify = NOTIFICATIONS.map(([sent]) => ({ method: 'notifications/message', ...sent }));
    await using server = await startFixtureSseServer({ replies: { work: { notify, result } } });
    await using client = await connect({ type: 'sse', url: server.url });
    const answer = await client.request('tools/call', { name: 'work', arguments: {} });
    expect(answer.result).toEqual({ content: [], structuredContent: odd });
    expect(client.messages.slice(0, -1)).toEqual(
      NOTIFICATIONS.map(([, tidy]) => ({
        jsonrpc: '2.0',
        method: 'notifications/message',
        ...tidy,
      })),
    );
    expect(client.errors).toEqual([]);
  });

  it('fault 85: null counts as absent in each item of a batch', async () => {
    await using server = await startRawServer((_, response, body) => {
      const note = { jsonrpc: '2.0', method: 'note', params: null };
      const answer = { jsonrpc: '2.0', id: JSON.parse(body).id, result: { _meta: null } };
      response.writeHead(200, json).end(JSON.stringify([note, answer]));
    });
    await using client = await connect({ type: 'http', url: server.url });
    expect(await client.request('any')).toMatchObject({ result: {} });
    expect(client.messages).toHaveLength(2);
  });
});

/** A server whose event stream the test writes, and a client that reads it. */
async function startStream(): Promise<AsyncDisposable & StreamFixture> {
  const streams: ServerResponse[] = [];
  const server = await startRawServer((_, response) => {
    response.writeHead(200, eventStream).write('event: endpoint\ndata: /messages\n\n');
    streams.push(response);
  });
  const client = await connect({ type: 'sse', url: server.url });
  return {
    client,
    /** In chunks of these sizes, over and over. */
    async write(bytes, sizes = [bytes.length]) {
      for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
        const end = start + (sizes[turn % sizes.length] ?? 1);
        streams[0]?.write(bytes.subarray(start, end));
        await new Promise(setImmediate);
        start = end;
      }
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

interface StreamFixture {
  readonly client: Fixture;
  readonly write: (bytes: Buffer, sizes?: readonly number[]) => Promise<void>;
}

/** An event as servers write it: on one line of data or several, with other lines before. */
const event = fc.record({
  sent: fc.constantFrom<object>(
    { params: { _meta: null, own: odd } },
    { params: { text: '\u{1F4A1} "_meta": null', own: odd } },
    { params: null },
    {},
  ),
  indent: fc.constantFrom(undefined, 1),
  before: fc.constantFrom('', ': comment\n', 'event: message\n', 'id: 7\nretry: 10\n', '\n\n'),
});

const withoutNulls = ({ params }: { params?: { _meta?: null } | null }): object => {
  if (!params) return {};
  const { _meta, ...own } = params;
  return { params: own };
};

describe('event streams', () => {
  it('fault 85: arrive whole however lines end and chunks are cut', async () => {
    await using stream = await startStream();
    const { client } = stream;
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
      async (events, lineEnd, sizes) => {
        const start = client.messages.length;
        const text = events.map(({ sent, indent, before }) => {
          const data = JSON.stringify({ jsonrpc: '2.0', method: 'n', ...sent }, null, indent);
          return `${before}${data.replace(/^/gm, 'data: ')}\n\n`;
        });
        const written = text.join('').replaceAll('\n', lineEnd);
        await stream.write(Buffer.from(written), sizes);
        await waitUntil(() => client.messages.length === start + events.length);
        expect(client.messages.slice(start)).toEqual(
          events.map(({ sent }) => ({ jsonrpc: '2.0', method: 'n', ...withoutNulls(sent) })),
        );
      },
    );
    await fc.assert(property, { numRuns: 40 });
    expect(client.errors).toEqual([]);
  });

  it.each(['\n', '\r\n', '\r'])('deliver an event as soon as it ends with %j', async (lineEnd) => {
    await using stream = await startStream();
    for (const sizes of [[1000], [1]]) {
      const count = stream.client.messages.length;
      const text = `data: {"jsonrpc":"2.0","method":"n"}${lineEnd}${lineEnd}`;
      await stream.write(Buffer.from(text), sizes);
      await waitUntil(() => stream.client.messages.length === count + 1);
    }
  });

  it.each(['', '"_meta":null,'])('fault 85: leave alone what lies below: %j', async (meta) => {
    await using stream = await startStream();
    // A number that JSON can say and `JSON.stringify` cannot.
    const own = '{"own":{"_meta":null,"id":null,"number":1e400}';
    const data = `{"jsonrpc":"2.0","method":"n","params":{${meta}"nested":${own}}}}`;
    await stream.write(Buffer.from(`data: ${data}\n\n`));
    await waitUntil(() => stream.client.messages.length === 1);
    const number = Number.POSITIVE_INFINITY;
    expect(stream.client.messages).toEqual([
      {
        jsonrpc: '2.0',
        method: 'n',
        params: { nested: { own: { _meta: null, id: null, number } } },
      },
    ]);
  });

  it('fault 85: null counts as absent at both ends of a large answer', async () => {
    const text = 'x'.repeat(3_000_000);
    const result = { content: [{ type: 'text', text }], _meta: null };
    await using server = await startFixtureHttpServer({ replies: { work: result }, sse: true });
    await using client = await connect({ type: 'http', url: server.url });
    await client.request('initialize', { protocolVersion: '2025-11-25' });
    expect(await client.callText('work')).toBe(text);
  });
});
