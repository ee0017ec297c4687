import { createFixtureServer, type FixtureScript, waitUntil } from '@toolpool/testing';
import { inputJsonSchemaOf } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import {
  callTool,
  discoverPrompts,
  discoverResources,
  discoverResourceTemplates,
  discoverTools,
} from '../src/index.ts';
import { eventsOf, hostOf, openHost, poolNames, tool } from './hosts.ts';
import { configured, connected, sdkServer, stdioServer, textOf } from './servers.ts';

const LISTS = {
  tools: { 'tools/list': { tools: [tool('a')] } },
  resources: { 'resources/list': { resources: [{ uri: 'a:1', name: 'One' }] } },
  templates: { 'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'a:{id}' }] } },
  prompts: { 'prompts/list': { prompts: [{ name: 'p' }] } },
} as const;
type List = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as List[];

const BROKEN = {
  unknown: { error: { code: -32_601, message: 'Method not found' } },
  refused: { error: { code: -32_602, message: 'Not today' } },
  odd: { items: 7 },
} as const;

/** A server of which one list is broken in this way; the others are as they should be. */
function brokenIn(list: List, how: keyof typeof BROKEN): FixtureScript {
  const methods = Object.assign({}, ...NAMES.map((name) => LISTS[name]));
  const [method = ''] = Object.keys(LISTS[list]);
  return {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    methods: { ...methods, [method]: BROKEN[how] },
  };
}

const cells = NAMES.flatMap((list) =>
  (['unknown', 'refused', 'odd'] as const).map((how) => ({ list, how })),
);

describe('lists of which one fails', () => {
  it.each(cells)('fault 82: $list that are $how cost no other list', async ({ list, how }) => {
    await using host = await hostOf({ s: brokenIn(list, how) });
    expect(host.connections()[0]?.type).toBe('connected');
    const offered = {
      tools: poolNames(host).filter((name) => name.startsWith('mcp__')),
      resources: host.resources(),
      templates: host.resourceTemplates(),
      prompts: host.commands(),
    };
    for (const name of NAMES) expect(offered[name]).toHaveLength(name === list ? 0 : 1);
    // A list without its member is one without items; only a refusal is a fault of the server.
    const { problems } = host.servers()[0] ?? {};
    expect(problems).toHaveLength(how === 'refused' ? 1 : 0);
  });

  it.each([
    [{}, []],
    [{ tools: {} }, ['tools/list']],
    [{ prompts: {} }, ['prompts/list']],
    [{ resources: {} }, ['resources/list', 'resources/templates/list']],
    [{ tools: {}, prompts: {} }, ['tools/list', 'prompts/list']],
  ])(
    'fault 82: of a server that declares %j nothing else is asked for',
    async (capabilities, asked) => {
      const methods = Object.assign({}, ...NAMES.map((name) => LISTS[name]));
      await using host = await hostOf({ s: { capabilities, methods } });
      const [connection] = host.connections();
      if (connection?.type !== 'connected') throw new TypeError('The server is not connected');
      const received = textOf(await callTool(connection, 'received'));
      const sent = (JSON.parse(received) as { method: string }[]).map(({ method }) => method);
      expect(sent.filter((method) => method.endsWith('/list')).toSorted()).toEqual(
        asked.toSorted(),
      );
    },
  );
});

describe('lists that are too long', () => {
  it('fault 84: of every kind end at their last honest page, and say so', async () => {
    const script = {
      tools: [tool('a'), tool('b')],
      resources: [{ uri: 'a:1' }, { uri: 'a:2' }],
      resourceTemplates: [{ uriTemplate: 'a' }, { uriTemplate: 'b' }],
      prompts: [{ name: 'a' }, { name: 'b' }],
      pages: 1,
      cursors: ['x', 'x'],
    };
    await using server = await connected(sdkServer('cyclic'), {
      inProcessServer: () => createFixtureServer(script),
    });
    const found = await Promise.all([
      discoverTools(server),
      discoverResources(server),
      discoverResourceTemplates(server),
      discoverPrompts(server),
    ]);
    for (const { problems } of found) {
      expect(problems).toEqual([expect.stringContaining('repeated a cursor')]);
    }
    expect(found.map((list) => Object.values(list)[0]?.length)).toEqual([2, 2, 2, 2]);
    expect(server.session.leniencies).toEqual({ cursor: 4 });
  });

  it('fault 84: are cut at 20,000 items, and that is reported', async () => {
    const tools = Array.from({ length: 20_001 }, (_, index) => tool(`t${index}`));
    await using server = await connected(sdkServer('long'), {
      inProcessServer: () => createFixtureServer({ tools }),
    });
    const list = await discoverTools(server);
    expect(list.tools).toHaveLength(20_000);
    expect(list.problems).toEqual([expect.stringContaining('more than 20000 items')]);
  });
});

describe('caches of lists', () => {
  it('fault 96: hold nothing of the connection before', async () => {
    const sdk = sdkServer('s');
    const first = await connected(sdk, {
      inProcessServer: () => createFixtureServer({ tools: [tool('one')] }),
    });
    expect((await discoverTools(first)).tools.map(({ name }) => name)).toEqual(['one']);
    await first.cleanup();
    await expect(discoverTools(first)).rejects.toMatchObject({ code: 'TOOLPOOL_TRANSPORT_CLOSED' });
    await using second = await connected(sdk, {
      inProcessServer: () => createFixtureServer({ tools: [tool('two')] }),
    });
    expect((await discoverTools(second)).tools.map(({ name }) => name)).toEqual(['two']);
  });

  it('fault 96: filters of two agents do not touch each other', async () => {
    await using host = await hostOf({ s: { tools: [tool('one'), tool('two')] } });
    const only = (name: string) =>
      host.createView({ tools: ({ mcpInfo }) => mcpInfo?.toolName === name });
    const [one, two] = [only('one'), only('two')];
    expect(one.toolPool().map(({ name }) => name)).toEqual(['mcp__s__one']);
    expect(two.toolPool().map(({ name }) => name)).toEqual(['mcp__s__two']);
    expect(poolNames(host)).toEqual(['mcp__s__one', 'mcp__s__two']);
  });

  it('fault 96: a list that is asked for when its host closes fills nothing', async () => {
    const script: FixtureScript = {
      capabilities: { tools: {}, prompts: {} },
      methods: { 'tools/list': { hang: true } },
      prompts: [{ name: 'p' }],
    };
    const host = await openHost({ servers: [] });
    await using other = await openHost({ servers: [], connect: 'lazy' });
    const seen = eventsOf(host);
    void host.reload({ servers: [stdioServer('s', script)] });
    await waitUntil(() => seen.includes('prompts-changed'));
    await host.close();
    expect(host.toolPool()).toEqual([]);
    expect(host.commands()).toEqual([]);
    expect(seen).toEqual([
      'connecting',
      'connected',
      'prompts-changed',
      'disconnected',
      'prompts-changed',
    ]);
    expect(other.toolPool()).toEqual([]);
  });

  it('fault 97: what the first page said of a tool holds after the last', async () => {
    const outputSchema = { type: 'object', required: ['a'] };
    const script = { tools: [tool('first', { outputSchema }), tool('last')], pages: 1 };
    await using host = await hostOf({ s: script });
    const first = host.toolPool().find(({ name }) => name === 'mcp__s__first');
    expect(first?.outputJSONSchema).toEqual(outputSchema);
  });
});

describe('schemas of tools', () => {
  const DIALECTS = [
    undefined,
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
    'https://example.com/a-dialect-of-their-own',
  ];

  it.each(DIALECTS)(
    'fault 102: of dialect %s are kept, and refuse no arguments here',
    async ($schema) => {
      const inputSchema = {
        ...($schema !== undefined && { $schema }),
        type: 'object',
        properties: {
          pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
          tuple: { type: 'array', prefixItems: [{ type: 'string' }] },
        },
      };
      const script = { tools: [{ name: 't', inputSchema }], replies: { t: { echoArgs: true } } };
      await using host = await hostOf({ s: script });
      const [t] = host.toolPool();
      expect(t && inputJsonSchemaOf(t)).toEqual(inputSchema);
      const args = { pair: ['a', 1], tuple: ['a', { b: null }] };
      expect(JSON.parse(textOf(await host.callTool('mcp__s__t', args)))).toEqual(args);
    },
  );

  it.each([
    { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    { oneOf: [{ type: 'object' }] },
    { type: 'object', allOf: [{ properties: { a: {} } }], if: { required: ['a'] } },
    { $ref: '#/$defs/node', $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } } },
    { type: 'object', properties: { a: { $ref: '#/properties/b/items' }, b: { items: {} } } },
  ])('faults 103, 105: like %j are in the pool untouched', async (inputSchema) => {
    await using host = await hostOf({ s: { tools: [{ name: 't', inputSchema }, tool('u')] } });
    const [t] = host.toolPool();
    expect(t && inputJsonSchemaOf(t)).toEqual(inputSchema);
    expect(poolNames(host)).toEqual(['mcp__s__t', 'mcp__s__u']);
  });

  it('fault 105: of 2 MB are taken, and 5,000 of them', async () => {
    const text = 'x'.repeat(2_000_000);
    const large = { type: 'object', properties: { a: { type: 'string', description: text } } };
    const tools = Array.from({ length: 5_000 }, (_, index) => tool(`t${index}`));
    const script = { tools: [{ name: 'large', inputSchema: large }, ...tools] };
    await using host = await hostOf({ s: script });
    expect(host.toolPool()).toHaveLength(5_001);
    expect(host.servers()[0]?.problems).toEqual([]);
  });

  it('fault 105: that are larger than anybody needs cost only their tools, and are named', async () => {
    const huge = { enum: Array.from({ length: 1_500_000 }, () => 0) };
    const tools = ['one', 'two'].map((name) => ({ name, inputSchema: huge }));
    await using host = await hostOf({ s: { tools: [...tools, tool('three')] } });
    expect(poolNames(host)).toEqual(['mcp__s__one', 'mcp__s__three']);
    expect(host.servers()[0]?.problems).toEqual([
      'Server "s": Tool "two": "inputSchema" makes the schemas of this list larger than 2000000 members and items.',
    ]);
  });

  it.each([
    [{ type: ['string', 'null'] }, null],
    [{ anyOf: [{ enum: ['a'] }, { type: 'null' }] }, null],
    [{ type: 'integer' }, 1.0],
    [{ type: 'integer' }, '1'],
    [{ type: 'string', default: 'a' }, undefined],
    [{ type: 'string', format: 'uri' }, 'no uri'],
  ])('fault 106: like %j leave the value %j to the server', async (schema, value) => {
    const inputSchema = { type: 'object', properties: { a: schema }, required: ['a'] };
    const script = { tools: [{ name: 't', inputSchema }], replies: { t: { echoArgs: true } } };
    await using host = await hostOf({ s: script });
    const args = value === undefined ? {} : { a: value };
    expect(JSON.parse(textOf(await host.callTool('mcp__s__t', args)))).toEqual(args);
  });
});

it('fault 87: an error without an id fails the only call that waits, at once', async () => {
  const SERVER = `
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      const { protocolVersion } = params ?? {};
      const result = { protocolVersion, capabilities: {}, serverInfo: { name: 's', version: '1' } };
      const error = { code: -32700, message: 'Parse error' };
      const answer = method === 'initialize' ? { id, result } : { id: null, error };
      if (params?.name !== 'mute') console.log(JSON.stringify({ jsonrpc: '2.0', ...answer }));
    });
  `;
  await using server = await connected(
    configured('s', { command: process.execPath, args: ['-e', SERVER] }),
  );
  const refused = { code: 'TOOLPOOL_REQUEST_REFUSED', message: expect.stringContaining('Parse') };
  await expect(callTool(server, 'any')).rejects.toMatchObject(refused);
  // Of two that wait it may mean either.
  const controller = new AbortController();
  const mute = callTool(server, 'mute', {}, { signal: controller.signal });
  const other = callTool(server, 'any', {}, { timeoutMs: 200 });
  await expect(other).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_TIMEOUT' });
  controller.abort();
  await expect(mute).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_CANCELLED' });
});
