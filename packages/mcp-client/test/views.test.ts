import type { ConfiguredServer, ConnectGate } from '@toolpool/config';
import { createFixtureServer, processesWithMarker, waitUntil } from '@toolpool/testing';
import { parsePermissionRules } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import { createHost, type HostView } from '../src/index.ts';
import { allowAll, hostOf, openHost, tool } from './hosts.ts';
import { sdkServer, stdioServer, textOf } from './servers.ts';

let markers = 0;
const newMarker = () => `mcp-client-views-${process.pid}-${++markers}-`;

const namesOf = (view: HostView) => view.toolPool().map(({ name }) => name);

function counted(marker: string, name = 's', fields: object = {}): ConfiguredServer {
  const script = { tools: [tool('t')], resources: [{ uri: 'doc:1', name: 'One' }] };
  return stdioServer(name, script, { env: { TEST_MARKER: marker }, ...fields });
}

/** How often a server was started in this process. */
function counter() {
  const starts = { count: 0 };
  const start = () => {
    starts.count += 1;
    return createFixtureServer({ tools: [tool('t')] });
  };
  return { starts, start };
}

const refuse: ConnectGate = async () => ({
  allowed: false,
  status: 'blocked',
  reason: 'The policy blocks it.',
  code: 'TOOLPOOL_SERVER_BLOCKED',
});

describe('fault 58: sharing', () => {
  it('fault 58: ten parallel calls on a cold server start it once', async () => {
    const marker = newMarker();
    await using host = createHost({
      servers: [counted(marker)],
      connect: 'lazy',
      permissions: allowAll,
    });
    const view = host.createView();
    const reads = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? view : host).readResource('s', 'doc:1'),
    );
    expect(await Promise.all(reads)).toHaveLength(10);
    expect(processesWithMarker(marker)).toHaveLength(1);
  });

  it('fault 58: five sub-agents on two levels start a server once, and none is left after them', async () => {
    const marker = newMarker();
    const extra = counted(`${marker}extra`, 'extra');
    await using host = await openHost({ servers: [counted(marker)] });
    const lead = host.createView({ servers: [extra] });
    const agents = [
      lead,
      host.createView({ servers: [extra] }),
      host.createView({ servers: [extra] }),
      lead.createView(),
      lead.createView({ servers: [extra] }),
    ];
    await Promise.all(agents.map((agent) => agent.ready()));
    for (const agent of agents) {
      expect(textOf(await agent.callTool('mcp__s__t'))).toBe('ok');
      expect(textOf(await agent.callTool('mcp__extra__t'))).toBe('ok');
    }
    expect(processesWithMarker(`${marker}extra`)).toHaveLength(1);
    expect(processesWithMarker(marker)).toHaveLength(2);
    const [, second, third] = agents;
    await Promise.all([lead.close(), second?.close()]);
    expect(processesWithMarker(`${marker}extra`)).toHaveLength(1);
    expect(textOf(await third?.callTool('mcp__extra__t'))).toBe('ok');
    await third?.close();
    expect(processesWithMarker(`${marker}extra`)).toEqual([]);
    await host.close();
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('fault 58: views opened and closed at once leave nothing behind', async () => {
    const marker = newMarker();
    await using host = await openHost({});
    const cycle = async () => {
      const view = host.createView({ servers: [counted(marker)] });
      await view.connect('s');
      await view.close();
    };
    await Promise.all(Array.from({ length: 4 }, cycle));
    expect(processesWithMarker(marker)).toEqual([]);
    const last = host.createView({ servers: [counted(marker)] });
    await last.ready();
    await host.close();
    expect(processesWithMarker(marker)).toEqual([]);
    expect(last.toolPool()).toEqual([]);
  });
});

describe('a view', () => {
  it('sees what the host has, and what it adds; the host does not see that', async () => {
    await using host = await hostOf({ a: { tools: [tool('t')], instructions: 'Be kind.' } });
    await using view = host.createView({
      servers: [sdkServer('b')],
      inProcessServers: {
        b: () => createFixtureServer({ tools: [tool('t')], prompts: [{ name: 'plan' }] }),
      },
    });
    await view.ready();
    expect(namesOf(view)).toEqual(['mcp__a__t', 'mcp__b__t']);
    expect(view.connections().map(({ name, type }) => [name, type])).toEqual([
      ['a', 'connected'],
      ['b', 'connected'],
    ]);
    expect(view.commands().map(({ name }) => name)).toEqual(['mcp__b__plan']);
    expect(view.instructions()).toEqual([{ server: 'a', instructions: 'Be kind.' }]);
    expect(namesOf(host)).toEqual(['mcp__a__t']);
    expect(host.commands()).toEqual([]);
    await expect(host.connect('b')).rejects.toMatchObject({ code: 'TOOLPOOL_SERVER_UNKNOWN' });
  });

  it('hides an inherited server of another configuration, and shares one of the same', async () => {
    const { starts, start } = counter();
    const inProcessServers = { a: start, other: () => createFixtureServer({ tools: [tool('u')] }) };
    await using host = createHost({
      servers: [sdkServer('a')],
      inProcessServers,
      permissions: allowAll,
    });
    const same = host.createView({ servers: [sdkServer('a')] });
    const other = host.createView({ servers: [{ ...sdkServer('other'), name: 'a' }] });
    const nested = other.createView();
    await Promise.all([host.ready(), same.ready(), other.ready()]);
    expect(starts.count).toBe(1);
    expect([host, same, other, nested].map(namesOf)).toEqual([
      ['mcp__a__t'],
      ['mcp__a__t'],
      ['mcp__a__u'],
      ['mcp__a__u'],
    ]);
    await other.close();
    expect(namesOf(host)).toEqual(['mcp__a__t']);
    // Held by the view as well: the host may let go of it.
    await host.reload({ servers: [] });
    expect(namesOf(host)).toEqual([]);
    expect(textOf(await same.callTool('mcp__a__t'))).toBe('ok');
    expect(starts.count).toBe(1);
  });

  it('tells servers apart whose objects differ', async () => {
    await using host = await hostOf({});
    const views = ['x', 'y'].map((name) =>
      host.createView({
        servers: [sdkServer('a')],
        inProcessServers: { a: () => createFixtureServer({ tools: [tool(name)] }) },
      }),
    );
    await Promise.all(views.map((view) => view.ready()));
    expect(views.map(namesOf)).toEqual([['mcp__a__x'], ['mcp__a__y']]);
    await views[0]?.close();
    expect(textOf(await views[1]?.callTool('mcp__a__y'))).toBe('ok');
  });

  it('filters tools, and a nested one filters what is left', async () => {
    await using host = await hostOf({ a: { tools: [tool('x'), tool('y'), tool('z')] } });
    const view = host.createView({ tools: ({ mcpInfo }) => mcpInfo?.toolName !== 'x' });
    const nested = view.createView({ tools: ({ name }) => name !== 'mcp__a__y' });
    expect(namesOf(view)).toEqual(['mcp__a__y', 'mcp__a__z']);
    expect(namesOf(nested)).toEqual(['mcp__a__z']);
    await expect(nested.callTool('mcp__a__x')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_UNKNOWN',
    });
    expect(nested.exportState().tools.map(({ name }) => name)).toEqual(['mcp__a__z']);
  });

  it('narrows permissions and never widens them', async () => {
    const rules = parsePermissionRules({ allow: ['mcp__a'], deny: ['mcp__a__x'] });
    await using host = await hostOf(
      { a: { tools: [tool('x'), tool('y'), tool('z')] }, b: { tools: [tool('t')] } },
      { permissions: { rules, mode: 'default' } },
    );
    const wide = host.createView({ permissions: allowAll });
    expect(namesOf(wide)).not.toContain('mcp__a__x');
    for (const name of ['mcp__a__x', 'mcp__b__t']) {
      await expect(wide.callTool(name)).rejects.toMatchObject({ code: 'TOOLPOOL_TOOL_DENIED' });
    }
    const deny = parsePermissionRules({ deny: ['mcp__a__y'] });
    const narrow = host.createView({ permissions: { rules: deny, mode: 'bypass' } });
    const nested = narrow.createView({ permissions: allowAll });
    expect(namesOf(nested)).toEqual(['mcp__a__z', 'mcp__b__t']);
    await expect(nested.callTool('mcp__a__y')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_DENIED',
    });
    expect(textOf(await nested.callTool('mcp__a__z'))).toBe('ok');
    expect(textOf(await host.callTool('mcp__a__y'))).toBe('ok');
  });

  it('asks its own gate before it shares what another gate let run', async () => {
    const { starts, start } = counter();
    await using host = await hostOf({}, { inProcessServers: { a: start } });
    const servers = [sdkServer('a')];
    const first = host.createView({ servers, mayConnect: async () => ({ allowed: true }) });
    await first.ready();
    const allowed = host.createView({ servers, mayConnect: async () => ({ allowed: true }) });
    const refused = host.createView({ servers, mayConnect: refuse });
    expect(namesOf(refused)).toEqual([]);
    await Promise.all([allowed.ready(), refused.ready()]);
    expect(namesOf(allowed)).toEqual(['mcp__a__t']);
    expect(refused.connections()).toMatchObject([{ type: 'disabled', status: 'blocked' }]);
    expect(namesOf(refused)).toEqual([]);
    expect(first.connections()).toMatchObject([{ type: 'connected' }]);
    expect(starts.count).toBe(1);
  });

  it('hears of the servers it sees only, and of the calls that go through it', async () => {
    const { start } = counter();
    await using host = await hostOf({ a: { tools: [tool('t')] } });
    const view = host.createView({ servers: [sdkServer('b')], inProcessServers: { b: start } });
    const heard: Record<string, string[]> = { host: [], view: [] };
    for (const name of ['connected', 'disconnected', 'call-started'] as const) {
      host.on(name, ({ server }) => heard.host?.push(`${name} ${server}`));
      view.on(name, ({ server }) => heard.view?.push(`${name} ${server}`));
    }
    await view.ready();
    await view.callTool('mcp__a__t');
    await host.callTool('mcp__a__t');
    await host.reload({ servers: [] });
    await view.close();
    expect(heard).toEqual({
      host: ['call-started a', 'disconnected a'],
      view: ['connected b', 'call-started a', 'disconnected a', 'disconnected b'],
    });
  });

  it('takes nothing once it is closed, nor do the views made of it', async () => {
    await using host = await hostOf({ a: { tools: [tool('t')] } });
    const view = host.createView();
    const nested = view.createView();
    await view.close();
    for (const closed of [view, nested]) {
      expect(namesOf(closed)).toEqual([]);
      await expect(closed.callTool('mcp__a__t')).rejects.toMatchObject({
        code: 'TOOLPOOL_TRANSPORT_CLOSED',
      });
    }
    expect(textOf(await host.callTool('mcp__a__t'))).toBe('ok');
  });

  it('starts nothing when it is made of a host that is closed', async () => {
    const marker = newMarker();
    const host = await openHost({ servers: [counted(marker)] });
    await host.close();
    const view = host.createView({ servers: [counted(marker, 's', { timeout: 1_000 })] });
    expect(await view.connect('s')).toMatchObject({
      type: 'failed',
      code: 'TOOLPOOL_TRANSPORT_CLOSED',
    });
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('fault 54: follows the state of an inherited server that dies and comes back', async () => {
    const script = { tools: [tool('exit'), tool('t')], replies: { exit: { exit: 3 } } };
    await using host = await openHost({ servers: [stdioServer('s', script)] });
    const view = host.createView();
    await expect(view.callTool('mcp__s__exit')).rejects.toMatchObject({
      code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN',
    });
    const state = view.exportState();
    expect(state.clients).toMatchObject([{ name: 's', type: 'pending' }]);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(textOf(await view.callTool('mcp__s__t'))).toBe('ok');
    await waitUntil(() => host.servers()[0]?.tools === 2);
    expect(view.connections()).toEqual(host.connections());
  });
});
