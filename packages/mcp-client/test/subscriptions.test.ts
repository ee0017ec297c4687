import { createFixtureServer, type FixtureScript, waitUntil } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import type { Host } from '../src/index.ts';
import { hostOf, openHost, tool } from './hosts.ts';
import { sdkServer, stdioServer, textOf } from './servers.ts';

const updated = (uri: unknown) => ({
  notify: [{ method: 'notifications/resources/updated', params: { uri } }],
});

const script: FixtureScript = {
  capabilities: { tools: {}, resources: { subscribe: true } },
  tools: ['touch', 'nonsense', 'die'].map((name) => tool(name)),
  resources: [{ uri: 'doc:1', name: 'One' }],
  methods: { 'resources/subscribe': {}, 'resources/unsubscribe': {} },
  replies: { touch: updated('doc:1'), nonsense: updated(7), die: { exit: 1 } },
};

function updatesOf(host: Pick<Host, 'on'>): string[] {
  const uris: string[] = [];
  host.on('resource-updated', ({ server, uri }) => uris.push(`${server} ${uri}`));
  return uris;
}

async function methodsAsked(host: Host): Promise<readonly string[]> {
  const [connection] = host.connections();
  if (connection?.type !== 'connected') throw new TypeError('The server is not connected');
  const asked = await connection.session.request('tools/call', { name: 'received' });
  const messages: readonly { readonly method: string }[] = JSON.parse(textOf(asked));
  return messages.map(({ method }) => method).filter((method) => method.includes('subscribe'));
}

describe('subscribeResource', () => {
  it('tells of updates until it is ended, and asks once however many want them', async () => {
    await using host = await hostOf({ s: script });
    const updates = updatesOf(host);
    await host.callTool('mcp__s__touch');
    expect(updates).toEqual([]);
    const subscriptions = await Promise.all([
      host.subscribeResource('s', 'doc:1'),
      host.subscribeResource('s', 'doc:1'),
    ]);
    await host.callTool('mcp__s__touch');
    await host.callTool('mcp__s__nonsense');
    expect(updates).toEqual(['s doc:1']);
    expect(await methodsAsked(host)).toEqual(['resources/subscribe']);
    await subscriptions[0].unsubscribe();
    await subscriptions[0].unsubscribe();
    await host.callTool('mcp__s__touch');
    expect(updates).toHaveLength(2);
    await subscriptions[1].unsubscribe();
    await host.callTool('mcp__s__touch');
    expect(updates).toHaveLength(2);
    expect(await methodsAsked(host)).toEqual(['resources/subscribe', 'resources/unsubscribe']);
  });

  it('is made again on the next connection, and tells that something may have happened', async () => {
    await using host = await openHost({ servers: [stdioServer('s', script)] });
    const updates = updatesOf(host);
    await host.subscribeResource('s', 'doc:1');
    await host.callTool('mcp__s__die').catch(() => undefined);
    await waitUntil(() => updates.length === 1, { timeoutMs: 20_000 });
    expect(await methodsAsked(host)).toEqual(['resources/subscribe']);
    await host.callTool('mcp__s__touch');
    expect(updates).toEqual(['s doc:1', 's doc:1']);
  });

  it('keeps its server from being stopped for want of calls', async () => {
    const idle = { idleStop: 50 };
    const servers = [stdioServer('s', script, idle), stdioServer('other', script, idle)];
    await using host = await openHost({ servers });
    const stopped: string[] = [];
    host.on('stopped', ({ server }) => stopped.push(server));
    await using subscription = await host.subscribeResource('s', 'doc:1');
    for (const name of ['mcp__s__touch', 'mcp__other__touch']) await host.callTool(name);
    await waitUntil(() => stopped.includes('other'));
    expect(host.connections().map(({ type }) => type)).toEqual(['pending', 'connected']);
    await subscription.unsubscribe();
    await waitUntil(() => stopped.includes('s'));
  });

  it('ends with the view that made it, and stays for others', async () => {
    await using host = await hostOf({ s: script });
    await using kept = await host.subscribeResource('s', 'doc:1');
    const view = host.createView();
    const heardByView = updatesOf(view);
    await view.subscribeResource('s', 'doc:2');
    await host.callTool('mcp__s__touch');
    expect(heardByView).toEqual(['s doc:1']);
    await view.close();
    expect(await methodsAsked(host)).toEqual([
      'resources/subscribe',
      'resources/subscribe',
      'resources/unsubscribe',
    ]);
    await expect(view.subscribeResource('s', 'doc:1')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    expect(kept.uri).toBe('doc:1');
  });

  it('is refused where the server does not offer it, or refuses', async () => {
    const error = { code: -32_602, message: 'Unknown resource' };
    const refusing = { ...script, methods: { 'resources/subscribe': { error } } };
    const without = { ...script, capabilities: { tools: {}, resources: {} } };
    await using host = await hostOf({ refusing, without });
    await expect(host.subscribeResource('without', 'doc:1')).rejects.toMatchObject({
      code: 'TOOLPOOL_CAPABILITY_MISSING',
      server: 'without',
    });
    await expect(host.subscribeResource('refusing', 'doc:1')).rejects.toMatchObject({
      code: 'TOOLPOOL_REQUEST_REFUSED',
    });
    await expect(host.subscribeResource('nobody', 'doc:1')).rejects.toMatchObject({
      code: 'TOOLPOOL_SERVER_UNKNOWN',
    });
  });
});

describe('complete', () => {
  const completion = { values: ['Par\u200Bis', 7, 'Parma'], total: 12, hasMore: true };
  const completing: FixtureScript = {
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    tools: [tool('received')],
    prompts: [{ name: 'visit', arguments: [{ name: 'city' }, { name: 'country' }] }],
    resourceTemplates: [{ uriTemplate: 'city:{name}', name: 'City' }],
    methods: { 'completion/complete': { completion } },
  };
  const asked = { values: ['Paris', 'Parma'], total: 12, hasMore: true };

  it('proposes values for arguments of prompts and templates, cleaned', async () => {
    await using host = await hostOf({ s: completing });
    const argument = { name: 'city', value: 'Par' };
    const given = { country: 'France' };
    expect(await host.complete({ prompt: 'mcp__s__visit' }, { ...argument, given })).toEqual(asked);
    const template = { server: 's', uriTemplate: 'city:{name}' };
    expect(await host.complete(template, { name: 'name', value: 'Par' })).toEqual(asked);
    const result = await host.callToolRaw('mcp__s__received');
    const messages: readonly { method: string; params: unknown }[] = JSON.parse(
      textOf(result.result),
    );
    const sent = messages.filter(({ method }) => method === 'completion/complete');
    expect(sent.map(({ params }) => params)).toEqual([
      {
        ref: { type: 'ref/prompt', name: 'visit' },
        argument,
        context: { arguments: given },
      },
      {
        ref: { type: 'ref/resource', uri: 'city:{name}' },
        argument: { name: 'name', value: 'Par' },
      },
    ]);
  });

  it('proposes nothing where the server declares none, and 100 values at most', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `v${index}`);
    await using host = await openHost({
      servers: [sdkServer('none'), sdkServer('many')],
      inProcessServers: {
        none: () => createFixtureServer({ ...completing, capabilities: { prompts: {} } }),
        many: () =>
          createFixtureServer({
            ...completing,
            methods: { 'completion/complete': { completion: { values: many } } },
          }),
      },
    });
    const argument = { name: 'city', value: '' };
    expect(await host.complete({ prompt: 'mcp__none__visit' }, argument)).toEqual({
      values: [],
      hasMore: false,
    });
    const { values, hasMore } = await host.complete({ prompt: 'mcp__many__visit' }, argument);
    expect(values).toEqual(many.slice(0, 100));
    expect(hasMore).toBe(true);
  });

  it('says which prompt or server there is not, and what was no completion', async () => {
    const odd = { ...completing, methods: { 'completion/complete': { completion: 'Paris' } } };
    await using host = await hostOf({ odd });
    const argument = { name: 'city', value: '' };
    const codeOf = (reference: Parameters<Host['complete']>[0]) =>
      host.complete(reference, argument).catch(({ code }) => code);
    expect(await codeOf({ prompt: 'mcp__odd__visitt' })).toBe('TOOLPOOL_PROMPT_UNKNOWN');
    expect(await codeOf({ server: 'od', uriTemplate: 'x' })).toBe('TOOLPOOL_SERVER_UNKNOWN');
    expect(await codeOf({ prompt: 'mcp__odd__visit' })).toBe('TOOLPOOL_RESPONSE_INVALID');
  });
});
