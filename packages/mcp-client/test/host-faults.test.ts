import { join } from 'node:path';
import type { ConfiguredServer, ConnectGate } from '@toolpool/config';
import { createFileResultStore } from '@toolpool/results';
import {
  createFixtureServer,
  type FixtureScript,
  processesWithMarker,
  temporaryDirectory,
  waitUntil,
} from '@toolpool/testing';
import { describe, expect, it } from 'vitest';
import { createHost } from '../src/index.ts';
import { allowAll, hostOf, poolNames, tool } from './hosts.ts';
import { configured, sdkServer, stdioServer, textOf } from './servers.ts';

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
