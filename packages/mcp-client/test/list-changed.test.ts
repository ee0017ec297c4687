import { createFixtureServer, type FixtureScript, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { discoverTools, type Host, type HostEventName } from '../src/index.ts';
import { hostOf, poolNames, tool } from './hosts.ts';
import { connected, sdkServer, textOf } from './servers.ts';

type Lists = Readonly<Record<string, unknown>>;

/** A script whose lists the test changes, and that announces changes of these when told to. */
function changing(lists: Lists, fields: FixtureScript = {}) {
  const methods: Record<string, Lists | { readonly error: object } | { readonly hang: true }> = {};
  const set = (method: string, page: Lists) => {
    methods[method] = page as Lists;
  };
  for (const [method, page] of Object.entries(lists)) set(method, page as Lists);
  const script = {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    methods,
    replies: {} as Record<string, FixtureScript>,
    ...fields,
  };
  return { script: script as FixtureScript, set };
}

const announce = (kinds: readonly string[], times = 1) => ({
  notify: Array.from({ length: times }, () =>
    kinds.map((kind) => ({ method: `notifications/${kind}/list_changed` })),
  ).flat(),
});

/** How often a server was asked for a list. */
async function timesAsked(host: Host, server: string, method: string): Promise<number> {
  const { connection } = host.servers().find((each) => each.connection.name === server) ?? {};
  if (connection?.type !== 'connected') throw new TypeError('The server is not connected');
  const asked = await connection.session.request('tools/call', { name: 'received' });
  const messages: readonly { readonly method: string }[] = JSON.parse(textOf(asked));
  return messages.filter((message) => message.method === method).length;
}

function countsOf(host: Host) {
  const counts: Partial<Record<HostEventName, number>> = {};
  for (const name of ['tools-changed', 'resources-changed', 'prompts-changed'] as const) {
    host.on(name, () => {
      counts[name] = (counts[name] ?? 0) + 1;
    });
  }
  return counts;
}

const pages = (name: string) => ({
  'tools/list': { tools: [tool('tell'), tool(name)] },
  'resources/list': { resources: [{ uri: `a:${name}` }] },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: `a:{${name}}` }] },
  'prompts/list': { prompts: [{ name }] },
});

describe('list_changed', () => {
  it('brings the lists up to date: tools, resources with templates, prompts', async () => {
    const tell = announce(['tools', 'resources', 'prompts']);
    const { script, set } = changing(pages('one'), { replies: { tell } });
    await using host = await hostOf({ s: script });
    const counts = countsOf(host);
    for (const [method, page] of Object.entries(pages('two'))) set(method, page);
    await host.callTool('mcp__s__tell');
    await waitUntil(() => host.commands()[0]?.prompt === 'two' && counts['tools-changed'] === 1);
    await waitUntil(() => host.resourceTemplates()[0]?.uriTemplate === 'a:{two}');
    expect(poolNames(host)).toContain('mcp__s__two');
    expect(host.resources().map(({ uri }) => uri)).toEqual(['a:two']);
    expect(counts).toMatchObject({ 'tools-changed': 1, 'prompts-changed': 1 });
  });

  it('fault 95: 200 at once are one request, and an unchanged list is no news', async () => {
    const tell = announce(['tools'], 200);
    const { script } = changing(pages('one'), { replies: { tell } });
    await using host = await hostOf({ s: script });
    const counts = countsOf(host);
    const pool = host.toolPool();
    await host.callTool('mcp__s__tell');
    await waitUntil(async () => (await timesAsked(host, 's', 'tools/list')) === 2);
    // Another one, which must come: by then nothing of the first burst is left to be asked for.
    await host.callTool('mcp__s__tell');
    await waitUntil(async () => (await timesAsked(host, 's', 'tools/list')) === 3);
    expect(counts).toEqual({});
    expect(host.toolPool()).toBe(pool);
  });

  it('fault 95: what is announced while a list is asked for is asked for once more', async () => {
    let answers = 0;
    const { script } = changing(pages('one'));
    const slow = {
      ...script,
      methods: {
        ...script.methods,
        get 'tools/list'() {
          answers++;
          const { notify } = announce(['tools']);
          const result = { tools: [tool(`at${answers}`)] };
          return answers === 1 ? { notify, result } : result;
        },
      },
    };
    await using host = await hostOf({ s: slow });
    expect(answers).toBe(2);
    expect(poolNames(host)).toContain('mcp__s__at2');
  });

  it('fault 95: a server that announces a change whenever it is asked is asked ever more rarely', async () => {
    const asked: number[] = [];
    const { script } = changing(pages('one'));
    const restless = {
      ...script,
      methods: {
        ...script.methods,
        get 'tools/list'() {
          asked.push(performance.now());
          const { notify } = announce(['tools']);
          return { notify, result: { tools: [tool('same')] } };
        },
      },
    };
    await using host = await hostOf({ s: restless });
    await waitUntil(() => asked.length === 7, { timeoutMs: 20_000 });
    // The first two belong to the start; timers are never early by more than a part of a millisecond.
    const gaps = asked.slice(2).map((at, index) => at - (asked[index + 1] ?? 0));
    expect(gaps[2]).toBeGreaterThan(245);
    expect(gaps[4]).toBeGreaterThan(490);
    expect(poolNames(host)).toContain('mcp__s__same');
  });

  it('fault 97: a refresh that fails keeps the list, and reports it until the next one', async () => {
    const tell = announce(['tools']);
    const { script, set } = changing(pages('one'), { replies: { tell } });
    await using host = await hostOf({ s: script });
    const pool = host.toolPool();
    set('tools/list', { error: { code: -32_000, message: 'not now' } });
    await host.callTool('mcp__s__tell');
    await waitUntil(() => host.servers()[0]?.problems.length === 1);
    expect(host.servers()[0]?.problems[0]).toContain('not now');
    expect(host.toolPool()).toEqual(pool);
    set('tools/list', { tools: [tool('tell'), tool('two')] });
    await host.callTool('mcp__s__tell');
    await waitUntil(() => poolNames(host).includes('mcp__s__two'));
    expect(host.servers()[0]?.problems).toEqual([]);
  });

  it('fault 95: builds anew only the tools that changed, of that server alone', async () => {
    const tell = announce(['tools']);
    const { script, set } = changing(pages('one'), { replies: { tell } });
    await using host = await hostOf({ s: script, other: { tools: [tool('t')] } });
    const before = new Map(host.toolPool().map((each) => [each.name, each]));
    set('tools/list', { tools: [tool('tell'), tool('one', { description: 'another' })] });
    await host.callTool('mcp__s__tell');
    await waitUntil(() => host.toolPool().some((each) => each.description() === 'another'));
    const changed = host.toolPool().filter((each) => before.get(each.name) !== each);
    expect(changed.map(({ name }) => name)).toEqual(['mcp__s__one']);
  });

  it('fault 96: a list is asked for again after it changed, also of a connection alone', async () => {
    const tell = announce(['tools']);
    const { script, set } = changing(pages('one'), { replies: { tell } });
    await using server = await connected(sdkServer('alone'), {
      inProcessServer: () => createFixtureServer(script),
    });
    const first = await discoverTools(server);
    expect(await discoverTools(server)).toBe(first);
    set('tools/list', { tools: [tool('two')] });
    await server.session.request('tools/call', { name: 'tell' });
    const second = await discoverTools(server);
    expect(second.tools.map(({ name }) => name)).toEqual(['two']);
    expect(await discoverTools(server)).toBe(second);
  });
});
