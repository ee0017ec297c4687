import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FixtureScript, startFixtureHttpServer } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import {
  discoverPrompts,
  discoverResources,
  discoverResourceTemplates,
  discoverTools,
} from '../src/index.ts';
import { configured, connected, inProcess, stdioServer } from './servers.ts';

const inputSchema = { type: 'object' };
const tools = Array.from({ length: 6 }, (_, index) => ({ name: `tool${index}`, inputSchema }));

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

describe('discoverTools', () => {
  it('asks once per connection', async () => {
    await using server = await inProcess({ tools });
    expect(await discoverTools(server)).toBe(await discoverTools(server));
  });

  it('F27: keeps the first of two tools with one name and reports the other', async () => {
    const doubled = [
      { name: 'a', inputSchema, description: 'first' },
      { name: 'a', inputSchema },
    ];
    await using server = await inProcess({ tools: doubled });
    const list = await discoverTools(server);
    expect(list.tools).toEqual([doubled[0]]);
    expect(list.problems).toEqual(['Server "fixture": The tool "a" is in its list twice.']);
  });

  it('tries again when the server had an internal error, and gives up in the end', async () => {
    const error = { code: -32603, message: 'busy' };
    await using server = await inProcess({
      methods: { 'tools/list': { error } },
      capabilities: { tools: {} },
    });
    await expect(discoverTools(server)).rejects.toThrow('busy');
    const asked = await server.session.request('tools/call', { name: 'received' });
    expect(JSON.stringify(asked).match(/tools\/list/g)).toHaveLength(4);
  });
});

describe('discoverTools over HTTP', () => {
  it.each([
    ['waits as long as a busy server asks for', '1', true],
    ['gives up at once when that is long', '60', false],
  ])('%s', async (_, retryAfter, succeeds) => {
    const times: number[] = [];
    const pages = [503, 200];
    const serverInfo = { name: 'busy', version: '1' };
    /** Status and result. */
    const reply = (method: string, params: object): [number, object] => {
      if (method === 'initialize') {
        return [200, { ...params, capabilities: { tools: {} }, serverInfo }];
      }
      times.push(performance.now());
      return [pages.shift() ?? 200, { tools }];
    };
    const server = createServer(async (request, response) => {
      const { id, method, params } = JSON.parse((await text(request)) || '{}');
      if (id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
      const [status, result] = reply(method, params);
      const headers = { 'content-type': 'application/json', 'retry-after': retryAfter };
      const body = status === 200 ? JSON.stringify({ jsonrpc: '2.0', id, result }) : '';
      return response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    await using connection = await connected(configured('busy', { type: 'http', url }));
    const listed = discoverTools(connection).then((list) => list.tools.length);
    if (succeeds) {
      expect(await listed).toBe(tools.length);
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
    } else {
      await expect(listed).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_HTTP_STATUS' });
      expect(times).toHaveLength(1);
    }
    await connection.cleanup();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('discoverResources, discoverResourceTemplates, discoverPrompts', () => {
  it('read every list, cleaned, and report what is malformed', async () => {
    await using server = await inProcess({
      resources: [
        { uri: 'a:1', name: 'O\u200Bne', description: null, size: 3, mimeType: 'text/plain' },
        { uri: 'a:1', name: 'again' },
        { uri: '' },
      ],
      resourceTemplates: [{ uriTemplate: 'a:{id}' }, { name: 'no template' }],
      prompts: [
        {
          name: 'ask me',
          title: 'Ask',
          arguments: [{ name: 'topic', required: true }, { description: 'nameless' }],
        },
      ],
    });
    expect(await discoverResources(server)).toEqual({
      resources: [{ uri: 'a:1', name: 'One', size: 3, mimeType: 'text/plain' }],
      problems: [
        'Server "fixture": the resource "a:1" is in its list twice.',
        'Server "fixture": a resource in its list has no usable "uri".',
      ],
    });
    expect((await discoverResourceTemplates(server)).templates).toEqual([
      { uriTemplate: 'a:{id}', name: 'a:{id}' },
    ]);
    expect((await discoverPrompts(server)).commands).toEqual([
      {
        name: 'mcp__fixture__ask_me',
        server: 'fixture',
        prompt: 'ask me',
        isMcp: true,
        title: 'Ask',
        arguments: [{ name: 'topic', required: true }],
      },
    ]);
  });

  it('ask only for what the server declares', async () => {
    await using server = await inProcess({ capabilities: {}, tools });
    expect((await discoverTools(server)).tools).toEqual([]);
    expect((await discoverResources(server)).resources).toEqual([]);
    expect((await discoverResourceTemplates(server)).templates).toEqual([]);
    expect((await discoverPrompts(server)).commands).toEqual([]);
    const asked = await server.session.request('tools/call', { name: 'received' });
    expect(JSON.stringify(asked)).not.toContain('list');
  });

  it('fault 82: a declared list that the server does not know is empty', async () => {
    const error = { code: -32601, message: 'Method not found' };
    await using server = await inProcess({
      capabilities: { prompts: {}, resources: {} },
      methods: { 'prompts/list': { error }, 'resources/list': { error } },
    });
    expect(await discoverPrompts(server)).toEqual({ commands: [], problems: [] });
    expect(await discoverResources(server)).toEqual({ resources: [], problems: [] });
  });
});

describe('faults of discovery', () => {
  it('fault 83: every page of every list is read', async () => {
    const script = {
      tools,
      resources: tools.map(({ name }) => ({ uri: `a:${name}`, name })),
      resourceTemplates: tools.map(({ name }) => ({ uriTemplate: `a:${name}`, name })),
      prompts: tools,
      pages: 2,
    };
    await using http = await startFixtureHttpServer(script);
    for (const entry of [stdioServer('paged', script), configured('paged', { url: http.url })]) {
      await using server = await connected(entry);
      expect(namesOf((await discoverTools(server)).tools)).toEqual(namesOf(tools));
      expect(namesOf((await discoverResources(server)).resources)).toEqual(namesOf(tools));
      expect(namesOf((await discoverResourceTemplates(server)).templates)).toEqual(namesOf(tools));
      expect((await discoverPrompts(server)).commands).toHaveLength(6);
    }
  });

  it.each([
    { title: 'the same cursor for ever', cursors: ['c', 'c', 'c', 'c'], repeats: true },
    { title: 'two cursors in turn', cursors: ['a', 'b', 'a', 'b'], repeats: true },
    { title: 'an empty cursor for ever', cursors: ['', '', '', ''], repeats: true },
    { title: 'an empty cursor once', cursors: [''], repeats: false },
  ])('fault 84, F25: a list with $title ends', async ({ cursors, repeats }) => {
    await using server = await inProcess({ tools: tools.slice(0, 2), pages: 1, cursors });
    const list = await discoverTools(server);
    expect(namesOf(list.tools)).toEqual(['tool0', 'tool1']);
    const message = 'Server "fixture": tools/list repeated a cursor, its list was ended there.';
    expect(list.problems.includes(message)).toBe(repeats);
  });

  it('fault 83: a list whose pages take too long in all is cut, and that is reported', async () => {
    const script = {
      capabilities: { tools: {} },
      methods: { 'tools/list': { delayMs: 30, result: { tools: [tools[0]], nextCursor: '' } } },
    };
    let cursors = 0;
    const slow = {
      ...script,
      methods: {
        get 'tools/list'() {
          const { delayMs, result } = script.methods['tools/list'];
          return { delayMs, result: { ...result, nextCursor: `c${++cursors}` } };
        },
      },
    };
    await using server = await inProcess(slow);
    const list = await discoverTools(server, { timeoutMs: 200 });
    expect(cursors).toBeLessThan(64);
    expect(list.problems[0]).toBe(
      'Server "fixture": tools/list took too long in all, its last pages were left out.',
    );
  });

  it('fault 84: a list without end is cut, and that is reported', async () => {
    await using server = await inProcess({ tools, pages: 1, cursors: 'endless' });
    const list = await discoverTools(server);
    expect(list.tools).toHaveLength(6);
    expect(list.problems).toEqual([
      'Server "fixture": tools/list has more than 64 pages, the others were left out.',
    ]);
  });

  it('fault 85: null counts as absent in pages and items', async () => {
    const page = (fields: object): FixtureScript => ({
      capabilities: { tools: {} },
      methods: {
        'tools/list': {
          tools: [{ name: 'a', inputSchema, description: null, annotations: null, _meta: null }],
          nextCursor: null,
          ...fields,
        },
      },
    });
    await using http = await startFixtureHttpServer(page({}));
    const entries = [
      stdioServer('nulls', page({ _meta: null })),
      configured('nulls', { url: http.url }),
    ];
    for (const entry of entries) {
      await using server = await connected(entry);
      const list = await discoverTools(server, { timeoutMs: 2_000 });
      expect(list).toEqual({ tools: [{ name: 'a', inputSchema }], problems: [] });
    }
  });

  it('fault 100, F26: a malformed tool costs only itself, and is named', async () => {
    const good = { name: 'good', inputSchema };
    await using server = await inProcess({
      tools: [
        good,
        null,
        { inputSchema },
        { name: 'bad', inputSchema: 7 },
        { name: 'no input' },
        { name: 'any of', inputSchema: { anyOf: [{ type: 'object' }] } },
        { name: 'boolean property', inputSchema: { type: 'object', properties: { a: true } } },
        { name: 'null required', inputSchema: { type: 'object', required: null } },
        { name: 'odd output', inputSchema, outputSchema: { anyOf: [] } },
      ],
    });
    const { tools: kept, problems } = await discoverTools(server);
    expect(namesOf(kept)).toEqual([
      'good',
      'no input',
      'any of',
      'boolean property',
      'null required',
      'odd output',
    ]);
    expect(problems.join('\n')).toContain('"bad"');
  });

  it.each([
    { title: 'points nowhere', schema: { $ref: '#/$defs/Nope' } },
    { title: 'points to the network', schema: { $ref: 'http://127.0.0.1:9/schema.json' } },
    { title: 'has an invalid pattern', schema: { type: 'string', pattern: '(?i)x[' } },
    { title: 'has an id of another', schema: { $id: 'same', type: 'object' } },
  ])(
    'fault 101: a tool whose output schema $title stays, and can be called',
    async ({ schema }) => {
      const odd = [
        { name: 'a', inputSchema, outputSchema: schema },
        { name: 'b', inputSchema, outputSchema: schema },
      ];
      await using server = await inProcess({ tools: odd });
      expect((await discoverTools(server)).tools).toEqual(odd);
      const result = await server.session.request('tools/call', { name: 'a', arguments: {} });
      expect(result).toEqual({ content: [{ type: 'text', text: 'ok' }] });
    },
  );
});
