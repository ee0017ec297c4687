import { join } from 'node:path';
import type { ConfiguredServer, ConnectGate } from '@toolpool/config';
import { createFileResultStore } from '@toolpool/results';
import {
  createFixtureServer,
  type FixtureScript,
  processesWithMarker,
  startFixtureHttpServer,
  temporaryDirectory,
  waitUntil,
} from '@toolpool/testing';
import { buildTool, type PermissionContext, parsePermissionRules } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import { createHost, type Host, type HostOptions } from '../src/index.ts';
import { configured, sdkServer, stdioServer, textOf } from './servers.ts';

const inputSchema = { type: 'object' };
const tool = (name: string, fields: object = {}) => ({ name, inputSchema, ...fields });
const allowAll: PermissionContext = { rules: parsePermissionRules(), mode: 'bypass' };

/** A host with in-process servers by name. */
async function hostOf(
  scripts: Readonly<Record<string, FixtureScript>>,
  options: Partial<HostOptions> = {},
): Promise<Host> {
  const host = createHost({
    servers: Object.keys(scripts).map((name) => sdkServer(name)),
    inProcessServers: Object.fromEntries(
      Object.entries(scripts).map(([name, script]) => [name, () => createFixtureServer(script)]),
    ),
    permissions: allowAll,
    ...options,
  });
  await host.ready();
  return host;
}

const poolNames = (host: Host) => host.toolPool().map(({ name }) => name);

describe('createHost', () => {
  it('makes one pool of many servers and calls its tools', async () => {
    await using http = await startFixtureHttpServer({ tools: [tool('remote')] });
    await using host = await hostOf(
      { clock: { tools: [tool('now'), tool('add')] } },
      {
        servers: [
          sdkServer('clock'),
          stdioServer('files', { tools: [tool('read')], replies: { read: { echoArgs: true } } }),
          configured('web', { url: http.url }),
        ],
      },
    );
    expect(poolNames(host)).toEqual([
      'mcp__clock__add',
      'mcp__clock__now',
      'mcp__files__read',
      'mcp__web__remote',
    ]);
    const result = await host.callTool('mcp__files__read', { path: 'x' });
    expect(result).toMatchObject({
      tool: 'mcp__files__read',
      server: 'files',
      isError: false,
      content: [{ type: 'text', text: '{"path":"x"}' }],
      saved: [],
    });
    expect(result.durationMs).toBeGreaterThan(0);
    expect(textOf(await host.callTool('mcp__web__remote'))).toBe('ok');
  });

  it('gives the same pool in whatever order servers come, and the same array until a change', async () => {
    const scripts = {
      b: { tools: [tool('x')] },
      'a.b': { tools: [tool('y')] },
      a_b: { tools: [tool('y')] },
    };
    await using host = await hostOf(scripts);
    await using reversed = await hostOf(Object.fromEntries(Object.entries(scripts).reverse()));
    expect(poolNames(host)).toEqual(poolNames(reversed));
    expect(host.toolPool()).toBe(host.toolPool());
  });

  it('keeps the tools of servers that did not change', async () => {
    await using host = await hostOf(
      { steady: { tools: [tool('x')] }, late: { tools: [tool('y')] } },
      { connect: 'lazy' },
    );
    await host.connect('steady');
    const [before] = host.toolPool();
    await host.connect('late');
    expect(poolNames(host)).toEqual(['mcp__late__y', 'mcp__steady__x']);
    expect(host.toolPool()).toContain(before);
  });

  it('offers what include and exclude let through', async () => {
    const tools = [tool('get_a'), tool('get_b'), tool('set_a')];
    await using host = await hostOf(
      { filtered: { tools } },
      { servers: [sdkServer('filtered', { tools: { include: ['get_*'], exclude: ['*_b'] } })] },
    );
    expect(poolNames(host)).toEqual(['mcp__filtered__get_a']);
  });

  it('reports tools that hide characters where they cannot be cleaned', async () => {
    const hiding = { type: 'object', properties: { mode: { enum: ['a\u200B'] } } };
    await using host = await hostOf({ s: { tools: [{ name: 't', inputSchema: hiding }] } });
    expect(host.servers()).toMatchObject([
      {
        problems: [
          'Server "s": the tool "t" hides characters in its schema at #/properties/mode/enum/0.',
        ],
      },
    ]);
  });

  it('gives the raw result when asked for it', async () => {
    const raw = { content: [{ type: 'odd' }], x: null };
    await using host = await hostOf({ s: { tools: [tool('t')], replies: { t: raw } } });
    expect(await host.callToolRaw('mcp__s__t')).toMatchObject({
      result: raw,
      server: 's',
      tool: 'mcp__s__t',
    });
  });

  it('says what is near when a tool, prompt or server does not exist', async () => {
    await using host = await hostOf({
      clock: { tools: [tool('convert')], prompts: [{ name: 'plan' }] },
    });
    await expect(host.callTool('convrt')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_UNKNOWN',
      hint: 'Did you mean "mcp__clock__convert"?',
      data: { suggestions: ['mcp__clock__convert'] },
    });
    await expect(host.getPrompt('plam')).rejects.toMatchObject({
      code: 'TOOLPOOL_PROMPT_UNKNOWN',
      hint: 'Did you mean "mcp__clock__plan"?',
    });
    for (const use of [
      () => host.callTool(`x\u200B${'y'.repeat(1000)}`),
      () => host.getPrompt(`x\u200B${'y'.repeat(1000)}`),
      () => host.connect(`x\u200B${'y'.repeat(1000)}`),
    ]) {
      await expect(use()).rejects.toThrow(
        /^There is no (?:tool|prompt|server) "xy{50,99}[.…]*"\.$/,
      );
    }
    await expect(host.connect('clok')).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_UNKNOWN',
      hint: 'Did you mean "clock"?',
    });
  });

  it('calls built-in tools like any other, and they win a name', async () => {
    const name = 'mcp__s__t';
    const own = buildTool({
      name,
      aliases: ['own'],
      description: () => 'mine',
      inputJSONSchema: inputSchema,
      call: async () => ({ data: { mine: true } }),
    });
    await using host = await hostOf({ s: { tools: [tool('t')] } }, { builtInTools: [own] });
    for (const known of [name, 'own']) {
      const result = await host.callTool(known);
      expect(result).toMatchObject({ tool: name, content: [{ text: '{"mine":true}' }] });
      expect(result).not.toHaveProperty('server');
    }
  });

  it('processes what a built-in tool returns, whatever it looks like', async () => {
    const lookalike = buildTool({
      name: 'Lookalike',
      description: () => 'Returns what looks like a result.',
      inputJSONSchema: { type: 'object' },
      call: async () => ({ data: { content: [], saved: [], note: 'a\u200Bb '.repeat(9_000) } }),
    });
    await using host = await hostOf(
      {},
      { builtInTools: [lookalike], env: { MAX_MCP_OUTPUT_TOKENS: '1000' } },
    );
    const result = await host.callTool('Lookalike');
    expect(result.truncated).toBe(true);
    expect(textOf(result)).toMatch(/^\{"content":\[\],"saved":\[\],"note":"ab ab /);
  });

  it('calls a built-in tool that returns nothing', async () => {
    const quiet = buildTool({
      name: 'Quiet',
      description: () => 'Says nothing.',
      inputJSONSchema: { type: 'object' },
      call: async () => ({ data: undefined }),
    });
    await using host = await hostOf({}, { builtInTools: [quiet] });
    const result = await host.callTool('Quiet');
    expect(result).toMatchObject({ content: [{ text: '(no output)' }], warnings: [] });
  });

  it('closes everything at once, and refuses what comes after', async () => {
    const marker = `mcp-client-host-${process.pid}-close`;
    const fields = { env: { TEST_MARKER: marker } };
    const servers = ['a', 'b', 'c'].map((name) =>
      stdioServer(name, { tools: [tool('t')] }, fields),
    );
    const host = createHost({ servers, permissions: allowAll });
    await host.ready();
    expect(processesWithMarker(marker)).toHaveLength(3);
    await Promise.all([host.close(), host.close()]);
    expect(processesWithMarker(marker)).toEqual([]);
    expect(host.toolPool()).toEqual([]);
    expect(await host.connect('a')).toMatchObject({
      type: 'failed',
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
  });

  it('starts nothing for a resource or a prompt once it is closed', async () => {
    const marker = `mcp-client-host-${process.pid}-late`;
    const server = stdioServer('a', {}, { env: { TEST_MARKER: marker } });
    const host = createHost({ servers: [server], connect: 'lazy' });
    await host.close();
    await expect(host.readResource('a', 'x:y')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('ends attempts that are running when it closes', async () => {
    const marker = `mcp-client-host-${process.pid}-early`;
    const fields = { env: { TEST_MARKER: marker } };
    const servers = ['a', 'b', 'c', 'd'].map((name) =>
      stdioServer(name, { hangInitialize: true }, fields),
    );
    const host = createHost({ servers });
    await waitUntil(() => processesWithMarker(marker).length === 3);
    await host.close();
    expect(processesWithMarker(marker)).toEqual([]);
  });
});

describe('permissions', () => {
  const scripts = { s: { tools: [tool('t'), tool('secret')] } };
  const rules = parsePermissionRules({ allow: ['mcp__s__t'], deny: ['mcp__s__secret'] });

  it('keep denied tools out of the pool and refuse to call them', async () => {
    await using host = await hostOf(scripts, { permissions: { rules, mode: 'default' } });
    expect(poolNames(host)).toEqual(['mcp__s__t']);
    expect(textOf(await host.callTool('mcp__s__t'))).toBe('ok');
    await expect(host.callTool('mcp__s__secret')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
      data: { rule: 'mcp__s__secret' },
    });
  });

  it('deny what asks when nobody answers', async () => {
    await using host = await hostOf(scripts, {
      permissions: { rules: parsePermissionRules(), mode: 'default' },
    });
    await expect(host.callTool('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
    });
    await expect(host.callToolRaw('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
    });
  });

  it('ask nobody about a call that is cancelled before, and survive an answer that fails with it', async () => {
    let asked = 0;
    await using host = await hostOf(scripts, {
      permissions: { rules: parsePermissionRules(), mode: 'default' },
      onPermissionRequest: ({ signal }) => {
        asked += 1;
        controller.abort();
        return Promise.reject(signal?.reason);
      },
    });
    const controller = new AbortController();
    const { signal } = controller;
    for (let call = 1; call <= 2; call += 1) {
      await expect(host.callTool('mcp__s__t', {}, { signal })).rejects.toMatchObject({
        code: 'TOOLPOOL_CALL_CANCELLED',
      });
    }
    expect(asked).toBe(1);
  });

  it('ask whoever answers, and stop asking when the call is cancelled', async () => {
    const asked: string[] = [];
    let answer: boolean | Promise<boolean> = true;
    await using host = await hostOf(scripts, {
      permissions: { rules: parsePermissionRules(), mode: 'default' },
      onPermissionRequest: ({ tool: { name } }) => {
        asked.push(name);
        return answer;
      },
    });
    expect(textOf(await host.callTool('mcp__s__t'))).toBe('ok');
    answer = false;
    await expect(host.callTool('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
    });
    answer = new Promise(() => undefined);
    const controller = new AbortController();
    const call = host.callTool('mcp__s__t', {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_CANCELLED' });
    expect(asked).toHaveLength(3);
  });
});

describe('resources and prompts', () => {
  const scripts = {
    docs: {
      instructions: 'Read the docs.',
      resources: [{ uri: 'doc:1', name: 'One' }],
      resourceTemplates: [{ uriTemplate: 'doc:{id}', name: 'Doc' }],
      prompts: [{ name: 'sum up', arguments: [{ name: 'topic' }] }],
    },
    plain: { tools: [tool('t')] },
  };

  it('are reached through two tools, added once', async () => {
    await using host = await hostOf({ ...scripts, more: scripts.docs });
    expect(poolNames(host)).toEqual(['ListMcpResources', 'ReadMcpResource', 'mcp__plain__t']);
    const all = JSON.parse(textOf(await host.callTool('ListMcpResources')));
    expect(all).toEqual([
      { uri: 'doc:1', name: 'One', server: 'docs' },
      { uri: 'doc:1', name: 'One', server: 'more' },
    ]);
    const one = await host.callTool('ListMcpResources', { server: 'more' });
    expect(JSON.parse(textOf(one))).toHaveLength(1);
    const read = await host.callTool('ReadMcpResource', { server: 'docs', uri: 'doc:1' });
    expect(JSON.stringify(read.content)).toContain('content of doc:1');
    await expect(host.callTool('ListMcpResources', { server: 'nobody' })).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_UNKNOWN',
    });
    await expect(host.callTool('ReadMcpResource', { server: 1 })).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_ARGUMENTS_INVALID',
    });
  });

  it('are listed, read and got by programs', async () => {
    await using host = await hostOf(scripts);
    expect(host.resources()).toEqual([{ uri: 'doc:1', name: 'One', server: 'docs' }]);
    expect(host.resourceTemplates()).toEqual([
      { uriTemplate: 'doc:{id}', name: 'Doc', server: 'docs' },
    ]);
    expect(host.instructions()).toEqual([{ server: 'docs', instructions: 'Read the docs.' }]);
    const { content } = await host.readResource('docs', 'doc:1');
    expect(JSON.stringify(content)).toContain('content of doc:1');
    await expect(host.readResource('docs', 'doc:2')).rejects.toMatchObject({
      code: 'TOOLPOOL_REQUEST_REFUSED',
    });
    const [command] = host.commands();
    expect(command?.name).toBe('mcp__docs__sum_up');
    const prompt = await host.getPrompt('mcp__docs__sum_up', { topic: 'x' });
    expect(prompt.messages).toMatchObject([
      { role: 'user', content: { type: 'text', text: 'sum up {"topic":"x"}' } },
    ]);
  });

  it('give a prompt one limit for all its messages, and say what is wrong with them', async () => {
    const say = (text: string, role = 'user') => ({ role, content: { type: 'text', text } });
    const long = 'word '.repeat(400);
    const messages = [say(long), null, say(long, 'system'), say(long), say(long), say('last')];
    const methods = { 'prompts/get': { messages } };
    await using host = await hostOf(
      { docs: { ...scripts.docs, methods } },
      { env: { MAX_MCP_OUTPUT_TOKENS: '1000' } },
    );
    const prompt = await host.getPrompt('mcp__docs__sum_up');
    expect(prompt.messages[0]).toMatchObject({ content: { text: long } });
    expect(JSON.stringify(prompt.messages).length).toBeLessThan(5_000);
    expect(prompt.warnings).toEqual(
      expect.arrayContaining([
        'Malformed messages of this prompt that were left out: 1.',
        "Messages of this prompt with no known role, taken as the user's: 1.",
        expect.stringMatching(
          /^Messages of this prompt beyond its limit that were left out: \d\.$/,
        ),
      ]),
    );
  });

  it('are no empty ones when the server answers without any', async () => {
    const methods = { 'resources/read': { contents: 'none' }, 'prompts/get': {} };
    await using host = await hostOf({ docs: { ...scripts.docs, methods } });
    await expect(host.readResource('docs', 'doc:1')).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
      message: 'Server "docs" answered resources/read of "doc:1" with no list of contents.',
    });
    await expect(host.getPrompt('mcp__docs__sum_up')).rejects.toMatchObject({
      code: 'TOOLPOOL_RESPONSE_INVALID',
    });
  });
});

describe('events', () => {
  it('tell of connections, changes and calls', async () => {
    const host = createHost({
      servers: [sdkServer('s')],
      connect: 'lazy',
      inProcessServers: {
        s: () => createFixtureServer({ tools: [tool('t')], replies: { t: { progress: 1 } } }),
      },
      permissions: allowAll,
    });
    const seen: unknown[] = [];
    const names = [
      'connecting',
      'connected',
      'tools-changed',
      'resources-changed',
      'prompts-changed',
      'call-started',
      'call-progress',
      'call-ended',
      'disconnected',
    ] as const;
    for (const name of names) host.on(name, (event) => seen.push([name, event]));
    await host.connect('s');
    await host.callTool('mcp__s__t');
    await host.close();
    const call = { callId: 1, tool: 'mcp__s__t', server: 's' };
    expect(seen).toHaveLength(8);
    expect(seen).toMatchObject([
      ['connecting', { server: 's', attempt: 1, connected: {} }],
      ['connected', { server: 's', connected: { sdk: 1 } }],
      ['tools-changed', { server: 's' }],
      ['call-started', call],
      ['call-progress', { ...call, progress: { progress: 1, total: 1 } }],
      ['call-ended', { ...call, isError: false }],
      ['disconnected', { server: 's', connected: {} }],
      ['tools-changed', { server: 's' }],
    ]);
  });

  it('tell of a server that dies and is not brought back, and its tools leave the pool', async () => {
    await using host = await hostOf(
      {},
      {
        servers: [stdioServer('s', { tools: [tool('t')], replies: { t: { exit: 2 } } })],
        reconnect: false,
      },
    );
    const lost: unknown[] = [];
    host.on('disconnected', ({ server, error }) => lost.push([server, error?.code]));
    await expect(host.callTool('mcp__s__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
    });
    expect(lost).toEqual([['s', 'TOOLPOOL_TRANSPORT_EXITED']]);
    expect(host.connections()).toMatchObject([
      { type: 'failed', code: 'TOOLPOOL_TRANSPORT_EXITED' },
    ]);
    expect(host.toolPool()).toEqual([]);
    expect(await host.connect('s')).toMatchObject({ type: 'connected' });
    expect(poolNames(host)).toEqual(['mcp__s__t']);
  });
});

describe('exportState', () => {
  it('is plain JSON without secrets', async () => {
    const docs = { resources: [{ uri: 'doc:1', name: 'One' }], tools: [tool('do it')] };
    const down = configured('down', {
      url: 'http://user:pass-word@127.0.0.1:1/mcp?key=hidden-1',
      headers: { Authorization: 'Bearer hidden-2', 'X-Team': '${TEAM}', X: 'k${A:-hidden-5}' },
    });
    await using host = await hostOf(
      { docs },
      {
        servers: [sdkServer('docs'), down],
        env: { TEAM: 'hidden-3' },
        setAside: [
          {
            name: 'aside',
            scope: 'project',
            source: { label: '.mcp.json' },
            status: 'pending-approval',
            reason: 'It waits for approval.',
            config: stdioServer('aside', {}, { env: { KEY: 'hidden-4' } }).config,
          },
        ],
      },
    );
    const state = host.exportState();
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(state.clients).toMatchObject([
      { name: 'aside', type: 'disabled', reason: 'It waits for approval.' },
      { name: 'docs', type: 'connected', serverInfo: { name: 'fixture', version: '1.0.0' } },
      { name: 'down', type: 'failed', reason: expect.stringContaining('down') },
    ]);
    expect(state.tools.find(({ isMcp }) => isMcp)).toEqual({
      name: 'mcp__docs__do_it',
      description: '',
      inputJSONSchema: inputSchema,
      isMcp: true,
      originalToolName: 'do it',
    });
    expect(state.resources).toEqual({ docs: [{ uri: 'doc:1', name: 'One', server: 'docs' }] });
    expect(state.normalizedNames).toEqual({ aside: 'aside', docs: 'docs', down: 'down' });
    expect(state.configs.down).toMatchObject({
      scope: 'dynamic',
      headers: { Authorization: '***', 'X-Team': '${TEAM}', X: '***${A:-***}' },
    });
    expect(JSON.stringify(state)).not.toMatch(/hidden|pass-word/);
  });
});

describe('faults of the host', () => {
  it('fault 1: broken servers never hide the others', async () => {
    const servers = [
      stdioServer('exits', { exitAtStart: 1 }),
      configured('no-command', { command: '/nowhere/at-all' }),
      configured('unknown-type', { type: 'ws', url: 'ws://127.0.0.1:1' }),
      configured('unset', { command: 'node', env: { A: '${NOT_SET_ANYWHERE}' } }),
      sdkServer('unlisted', {}),
      sdkServer('good'),
    ];
    const tools = [tool('t')];
    const error = { code: -32000, message: 'no list today' };
    await using host = await hostOf(
      { good: { tools }, unlisted: { tools, methods: { 'tools/list': { error } } } },
      { servers },
    );
    expect(poolNames(host)).toEqual(['mcp__good__t']);
    const reports = new Map(host.servers().map((report) => [report.connection.name, report]));
    expect(reports.get('unlisted')).toMatchObject({
      connection: { type: 'connected' },
      problems: ['Server "unlisted" refused tools/list (-32000): no list today'],
    });
    expect(reports.get('unlisted')).not.toHaveProperty('tools');
    expect(reports.get('good')).toMatchObject({ tools: 1, problems: [] });
    for (const name of ['exits', 'no-command', 'unknown-type', 'unset']) {
      expect(reports.get(name)?.connection.type).toBe('failed');
    }
  });

  it('fault 1: a list that this program cannot read is a problem of its server', async () => {
    const unreadable = {
      get name() {
        throw new Error('no\u200B name');
      },
    };
    await using host = await hostOf({ odd: { tools: [unreadable] }, good: { tools: [tool('t')] } });
    expect(poolNames(host)).toEqual(['mcp__good__t']);
    expect(host.servers().find(({ connection }) => connection.name === 'odd')).toMatchObject({
      connection: { type: 'connected' },
      problems: ['Server "odd": its tools could not be read: no name'],
    });
  });

  it('fault 22: nothing lists or checks a server that the gate refuses', async () => {
    const mayConnect: ConnectGate = async () => ({
      allowed: false,
      status: 'pending-approval',
      reason: 'It waits for approval.',
      code: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
    });
    await using folder = await temporaryDirectory();
    const touch = join(folder.path, 'started');
    await using host = await hostOf({}, { servers: [stdioServer('s', { touch })], mayConnect });
    expect(host.servers()).toMatchObject([{ connection: { type: 'disabled' }, problems: [] }]);
    await expect(host.readResource('s', 'x')).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_PENDING_APPROVAL',
    });
    await expect(import('node:fs/promises').then(({ stat }) => stat(touch))).rejects.toThrow();
  });

  it('fault 57: a server that hangs delays no other, and fails at its own time-out', async () => {
    const quick = ['a', 'b', 'c', 'd'];
    const hung = stdioServer('hung', { hangInitialize: true }, { connectTimeout: 2_000 });
    await using host = createHost({
      servers: [hung, ...quick.map((name) => sdkServer(name))],
      inProcessServers: Object.fromEntries(
        quick.map((name) => [name, () => createFixtureServer({ tools: [tool('t')] })]),
      ),
      permissions: allowAll,
    });
    await waitUntil(() => host.toolPool().length === 4, { timeoutMs: 1_500 });
    expect(host.connections().find(({ name }) => name === 'hung')?.type).toBe('pending');
    await host.ready();
    expect(host.connections().find(({ name }) => name === 'hung')).toMatchObject({
      type: 'failed',
      code: 'TOOLPOOL_CONNECT_TIMEOUT',
    });
  });

  it.each([
    [{}, 3],
    [{ MCP_SERVER_CONNECTION_BATCH_SIZE: '2' }, 2],
    [{ MCP_SERVER_CONNECTION_BATCH_SIZE: 'many' }, 3],
  ])('fault 57: with %o local servers start %d at a time', async (settings, size) => {
    const marker = `mcp-client-host-${process.pid}-batch-${size}-${JSON.stringify(settings)}`;
    const fields = { env: { TEST_MARKER: marker }, connectTimeout: 700 };
    const servers: ConfiguredServer[] = Array.from({ length: size + 2 }, (_, index) =>
      stdioServer(`s${index}`, { hangInitialize: true }, fields),
    );
    const host = createHost({ servers, env: { ...process.env, ...settings } });
    let most = 0;
    await waitUntil(() => {
      most = Math.max(most, processesWithMarker(marker).length);
      return most >= size;
    });
    await host.close();
    expect(most).toBe(size);
  });

  it('fault 108: an error result keeps its text, whatever the output schema says', async () => {
    const outputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const result = {
      isError: true,
      content: [{ type: 'text', text: 'the disk is full' }],
      structuredContent: { reason: 'other shape' },
    };
    await using host = await hostOf({
      s: { tools: [tool('t', { outputSchema })], replies: { t: result } },
    });
    const processed = await host.callTool('mcp__s__t');
    expect(processed.isError).toBe(true);
    expect(textOf(processed)).toContain('the disk is full');
  });

  it('fault 118: one limit holds for results, errors and resources', async () => {
    await using folder = await temporaryDirectory();
    const text = '0123456789 and more words\n'.repeat(80_000);
    const content = [{ type: 'text', text }];
    const scripts: Readonly<Record<string, FixtureScript>> = {
      s: {
        tools: [tool('large'), tool('wrong')],
        resources: [{ uri: 'doc:1', name: 'One' }],
        replies: { large: { content }, wrong: { content, isError: true } },
        methods: { 'resources/read': { contents: [{ uri: 'doc:1', text }] } },
      },
    };
    const resultStore = createFileResultStore({ directory: folder.path });
    await using host = await hostOf(scripts, { resultStore });
    const results = [
      await host.callTool('mcp__s__large'),
      await host.callTool('mcp__s__wrong'),
      await host.callTool('ReadMcpResource', { server: 's', uri: 'doc:1' }),
      await host.readResource('s', 'doc:1'),
    ];
    for (const result of results) {
      expect(JSON.stringify(result.content).length).toBeLessThan(20_000);
      expect(result.saved).toMatchObject([{ path: expect.stringContaining(folder.path) }]);
    }
    await using bare = await hostOf(scripts, { env: { MAX_MCP_OUTPUT_TOKENS: '1000' } });
    const truncated = await bare.callTool('mcp__s__large');
    expect(truncated.truncated).toBe(true);
    expect(JSON.stringify(truncated.content).length).toBeLessThan(8_000);
  });
});
