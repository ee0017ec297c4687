import { processesWithMarker, startFixtureHttpServer, waitUntil } from '@toolpool/testing';
import { buildTool } from '@toolpool/tool-core';
import { describe, expect, it } from 'vitest';
import { createHost } from '../src/index.ts';
import { allowAll, hostOf, poolNames, tool } from './hosts.ts';
import { configured, sdkServer, stdioServer, textOf } from './servers.ts';

const inputSchema = { type: 'object' };

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
