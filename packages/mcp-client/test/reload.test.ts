import type { ConfiguredServer, ConnectGate } from '@toolpool/config';
import { createFixtureServer, processesWithMarker } from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createHost, type Host } from '../src/index.ts';
import { allowAll, openHost, poolNames, tool } from './hosts.ts';
import { configured, sdkServer, stdioServer, textOf } from './servers.ts';

let markers = 0;
const newMarker = () => `mcp-client-reload-${process.pid}-${++markers}-`;

function marked(marker: string, name: string, fields: object = {}): ConfiguredServer {
  const script = { tools: [tool('t'), tool('slow')], replies: { slow: { delayMs: 300 } } };
  return stdioServer(name, script, { env: { TEST_MARKER: `${marker}${name}` }, ...fields });
}

const generations = (host: Host) =>
  host.connections().map((each) => [each.name, each.type === 'connected' && each.generation]);

describe('reload', () => {
  it('lets a call by name try the server that has taken the place of another and failed', async () => {
    const script = { tools: [tool('t')] };
    await using host = await openHost({
      servers: [stdioServer('a', script)],
      reconnect: false,
    });
    expect(poolNames(host)).toEqual(['mcp__a__t']);
    await host.reload({ servers: [stdioServer('a', { ...script, exitAtStart: 3 })] });
    await host.ready();
    expect(poolNames(host)).toEqual([]);
    await expect(host.callTool('mcp__a__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_EXITED',
    });
  });

  it('F50: keeps what is the same, ends what is gone or changed, connects what is new', async () => {
    const marker = newMarker();
    const [same, gone, changed, added] = ['same', 'gone', 'changed', 'added'].map((name) =>
      marked(marker, name),
    ) as [ConfiguredServer, ConfiguredServer, ConfiguredServer, ConfiguredServer];
    await using host = await openHost({ servers: [same, gone, changed] });
    const before = new Map(host.connections().map((each) => [each.name, each]));
    const [kept] = processesWithMarker(`${marker}same`);
    const seen: string[] = [];
    for (const name of ['connected', 'disconnected', 'tools-changed'] as const) {
      host.on(name, ({ server }) => seen.push(`${name} ${server}`));
    }
    const inFlight = host.callTool('mcp__same__slow');
    const lost = host.callTool('mcp__gone__slow');
    lost.catch(() => undefined);
    const { hash, ...entry } = same;
    const moved = { ...entry, hash, source: { label: 'elsewhere', line: 9 } };
    const other = marked(marker, 'changed', { env: { TEST_MARKER: `${marker}changed`, B: '1' } });
    await host.reload({ servers: [added, moved, other] });
    await expect(lost).rejects.toMatchObject({ code: 'TOOLPOOL_CALL_OUTCOME_UNKNOWN' });
    await host.ready();
    expect(textOf(await inFlight)).toBe('ok');
    expect(host.connections().map(({ name, type }) => [name, type])).toEqual([
      ['added', 'connected'],
      ['changed', 'connected'],
      ['same', 'connected'],
    ]);
    expect(host.connections()[2]).toBe(before.get('same'));
    expect(processesWithMarker(`${marker}same`)).toEqual([kept]);
    expect(processesWithMarker(`${marker}gone`)).toEqual([]);
    expect(processesWithMarker(`${marker}changed`)).toHaveLength(1);
    expect(poolNames(host).filter((name) => name.endsWith('__t'))).toEqual([
      'mcp__added__t',
      'mcp__changed__t',
      'mcp__same__t',
    ]);
    expect(seen.filter((event) => event.endsWith('same'))).toEqual([]);
    expect(seen.filter((event) => event.endsWith('gone'))).toEqual([
      'disconnected gone',
      'tools-changed gone',
    ]);
    expect(seen.filter((event) => event.endsWith('changed'))).toEqual([
      'disconnected changed',
      'tools-changed changed',
      'connected changed',
      'tools-changed changed',
    ]);
    await expect(host.callTool('mcp__gone__t')).rejects.toMatchObject({
      code: 'TOOLPOOL_TOOL_UNKNOWN',
    });
  });

  it('asks the gate again about what stays', async () => {
    const marker = newMarker();
    const servers = [marked(marker, 'a'), marked(marker, 'b')];
    await using host = await openHost({ servers, mayConnect: async () => ({ allowed: true }) });
    const mayConnect: ConnectGate = async ({ name }) =>
      name === 'a'
        ? {
            allowed: false,
            status: 'rejected',
            reason: 'It was rejected.',
            code: 'TOOLPOOL_SERVER_REJECTED',
          }
        : { allowed: true };
    await host.reload({ servers, mayConnect });
    expect(host.connections()).toMatchObject([
      { name: 'a', type: 'disabled', status: 'rejected', reason: 'It was rejected.' },
      { name: 'b', type: 'connected' },
    ]);
    expect(processesWithMarker(`${marker}a`)).toEqual([]);
    expect(poolNames(host).every((name) => name.startsWith('mcp__b__'))).toBe(true);
    await host.reload({ servers, mayConnect: async () => ({ allowed: true }) });
    await host.ready();
    expect(host.connections()).toMatchObject([{ type: 'connected' }, { type: 'connected' }]);
  });

  it('renews a server whose values have changed', async () => {
    const env: NodeJS.ProcessEnv = { ...process.env, TOKEN: 'one' };
    const script = { tools: [tool('env')], replies: { env: { env: ['A'] } } };
    const servers = [
      stdioServer('s', script, { env: { A: '${TOKEN}' } }),
      stdioServer('steady', script),
    ];
    await using host = await openHost({ servers, env });
    const before = generations(host);
    env.TOKEN = 'two';
    await host.reload({ servers });
    await host.ready();
    expect(textOf(await host.callTool('mcp__s__env'))).toContain('two');
    expect(generations(host)[0]).not.toEqual(before[0]);
    expect(generations(host)[1]).toEqual(before[1]);
  });

  it('takes a server object of another identity for another server', async () => {
    const make = (name: string) => () => createFixtureServer({ tools: [tool(name)] });
    const steady = make('x');
    const servers = [sdkServer('a'), sdkServer('b')];
    await using host = await openHost({ servers, inProcessServers: { a: steady, b: make('y') } });
    const before = generations(host);
    await host.reload({ servers, inProcessServers: { a: steady, b: make('z') } });
    await host.ready();
    expect(poolNames(host)).toEqual(['mcp__a__x', 'mcp__b__z']);
    expect(generations(host)[0]).toEqual(before[0]);
  });

  it('runs one after the other, and the last wins', async () => {
    const marker = newMarker();
    await using host = await openHost({ servers: [marked(marker, 'a')] });
    const loads = [['b'], ['c'], ['a', 'd']].map((names) =>
      host.reload({ servers: names.map((name) => marked(marker, name)) }),
    );
    await Promise.all(loads);
    await host.ready();
    expect(poolNames(host).filter((name) => name.endsWith('__t'))).toEqual([
      'mcp__a__t',
      'mcp__d__t',
    ]);
    expect(processesWithMarker(marker)).toHaveLength(2);
    await host.close();
    expect(processesWithMarker(marker)).toEqual([]);
  });

  it('starts nothing in a host that closes meanwhile, or that is lazy', async () => {
    const marker = newMarker();
    const closing = await openHost({ servers: [marked(marker, 'a')] });
    const reload = closing.reload({ servers: [marked(marker, 'b')] });
    await Promise.all([closing.close(), reload]);
    expect(processesWithMarker(marker)).toEqual([]);
    await using lazy = createHost({ servers: [], connect: 'lazy', permissions: allowAll });
    await lazy.reload({ servers: [marked(marker, 'c')] });
    await lazy.ready();
    expect(processesWithMarker(marker)).toEqual([]);
    expect(await lazy.connect('c')).toMatchObject({ type: 'connected' });
  });

  it('takes over what is set aside, and exports it without secrets', async () => {
    await using host = await openHost({});
    const { config } = configured('s', { command: 'x', env: { KEY: 'hidden-1' } });
    const aside = {
      name: 's',
      scope: 'project',
      source: { label: '.mcp.json' },
      status: 'pending-approval',
      reason: 'It waits for approval.',
      config,
    } as const;
    await host.reload({ servers: [], setAside: [aside] });
    const state = host.createView().exportState();
    expect(state).toEqual(host.exportState());
    expect(state.clients).toEqual([
      { name: 's', type: 'disabled', reason: 'It waits for approval.' },
    ]);
    expect(JSON.stringify(state)).not.toContain('hidden');
  });
});

describe('ready({ required: true })', () => {
  it('waits for required servers only', async () => {
    const servers = [
      stdioServer('needed', { tools: [tool('t')] }, { required: true }),
      stdioServer('hung', { hangInitialize: true }),
    ];
    await using host = createHost({ servers, permissions: allowAll });
    await host.ready({ required: true });
    expect(host.connections()).toMatchObject([
      { name: 'hung', type: 'pending' },
      { name: 'needed', type: 'connected' },
    ]);
  });

  it('rejects with the error of one that failed, at once', async () => {
    const servers = [
      stdioServer('needed', { exitAtStart: 3 }, { required: true }),
      stdioServer('hung', { hangInitialize: true }),
    ];
    await using host = createHost({ servers });
    await expect(host.ready({ required: true })).rejects.toMatchObject({
      code: 'TOOLPOOL_TRANSPORT_EXITED',
      server: 'needed',
    });
  });

  it('starts them in a lazy host, and rejects for one that may not run', async () => {
    const needed = sdkServer('needed', { required: true });
    const inProcessServers = { needed: () => createFixtureServer({}) };
    await using host = createHost({ servers: [needed], connect: 'lazy', inProcessServers });
    await host.ready({ required: true });
    expect(host.connections()).toMatchObject([{ type: 'connected' }]);
    const { config } = configured('w', { command: 'x', required: true });
    const aside = { name: 'w', scope: 'project', source: { label: '.mcp.json' }, config } as const;
    const code = 'TOOLPOOL_SERVER_PENDING_APPROVAL';
    const reason = 'It waits for approval.';
    const waiting = { ...aside, status: 'pending-approval', reason, code } as const;
    await host.reload({ servers: [needed], setAside: [waiting] });
    await expect(host.ready({ required: true })).rejects.toMatchObject({ code, server: 'w' });
    const off = { ...aside, status: 'disabled', reason: 'You switched it off.' } as const;
    await host.reload({ servers: [needed], setAside: [off] });
    await expect(host.ready({ required: true })).resolves.toBeUndefined();
  });
});
